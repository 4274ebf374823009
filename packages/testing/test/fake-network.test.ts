import { FakeNetwork } from "@cadastre/testing";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";

describe("a fake network", () => {
  it("resolves the names that it has, and no others", async () => {
    const network = new FakeNetwork({ names: { "hooks.example.com": ["203.0.113.7", "2001:db8::7"] } });
    expect(await network.resolve("hooks.example.com")).toEqual(["203.0.113.7", "2001:db8::7"]);
    await expect(network.resolve("other.example.com")).rejects.toMatchObject({ code: "ENOTFOUND" });
    network.setName("hooks.example.com", []);
    await expect(network.resolve("hooks.example.com")).rejects.toMatchObject({ code: "ENOTFOUND" });
    expect(network.resolved).toEqual(["hooks.example.com", "other.example.com", "hooks.example.com"]);
  });

  it("connects to a local server in place of an address, and to nothing else", async () => {
    const server = createServer((socket) => socket.end("here")).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const network = new FakeNetwork({ servers: { "203.0.113.7:80": (server.address() as AddressInfo).port } });
      const socket = await network.dial({ address: "203.0.113.7", port: 80 });
      const [answer] = (await once(socket, "data")) as [Buffer];
      expect(answer.toString()).toBe("here");
      socket.destroy();
      await expect(network.dial({ address: "127.0.0.1", port: 80 })).rejects.toMatchObject({ code: "ECONNREFUSED" });
    } finally {
      server.close();
    }
  });
});
