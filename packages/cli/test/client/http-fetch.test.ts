import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { type Client, createClient } from "@cadastre/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { httpFetch } from "../../src/client/connection/http-fetch.ts";

const JSON_HEADERS = { "content-type": "application/json" };

/** What the server does with a device of this name. */
const ANSWERS: Readonly<Record<string, (answer: ServerResponse, request: IncomingMessage) => void>> = {
  plain: (answer, { headers, method }) =>
    void answer.writeHead(200, { ...JSON_HEADERS, etag: '"a"' }).end(JSON.stringify({ method, headers })),
  packed: (answer) => void answer.writeHead(200, { ...JSON_HEADERS, "content-encoding": "gzip" }).end(gzipSync('{"name":"größe"}')),
  damaged: (answer) =>
    void answer.writeHead(200, { ...JSON_HEADERS, "content-encoding": "gzip" }).end(gzipSync('{"name":"web"}').subarray(0, 15)),
  cut: (answer) => {
    answer.writeHead(200, { ...JSON_HEADERS, "content-length": "100" }).write('{"name":', () => answer.destroy());
  },
  elsewhere: (answer) => void answer.writeHead(302, { location: "http://elsewhere.example/" }).end(),
  silent: () => {},
  refused: (answer) => void answer.writeHead(404, JSON_HEADERS).end('{"code":"DEVICE_NOT_FOUND","error":"device not found"}'),
};

describe("the fetch of the command", () => {
  let server: Server;
  let client: Client;
  beforeAll(async () => {
    server = createServer((request, answer) => {
      request.resume();
      const name = request.url?.split("/").at(-1) ?? "";
      if (request.method === "DELETE") answer.writeHead(204).end();
      else (ANSWERS[name] ?? ANSWERS["plain"])?.(answer, request);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    client = createClient({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token: "t",
      retry: false,
      timeoutMs: 5000,
      fetch: httpFetch(),
    });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const get = async (name: string): Promise<unknown> => await client.devices.get(name);

  it("sends what it is given, and says who it is", async () => {
    expect(await get("plain")).toMatchObject({
      method: "GET",
      headers: { authorization: "Bearer t", "user-agent": "cadastre", "accept-encoding": "gzip" },
    });
    expect(await client.devices.create({ name: "größe" })).toMatchObject({
      method: "POST",
      headers: { "content-type": "application/json", "content-length": String(Buffer.byteLength('{"name":"größe"}')) },
    });
    expect(await client.devices.delete("x")).toBeUndefined();
  });

  it("sends a body of many values", async () => {
    const items = Array.from({ length: 1000 }, (_, nth) => ({ name: `device ${nth}`, description: "x".repeat(1000) }));
    const sent = await client.call("devices.createMany", { items });
    expect(sent).toMatchObject({
      method: "POST",
      headers: { "content-type": "application/json", "content-length": String(Buffer.byteLength(JSON.stringify(items))) },
    });
  });

  it("unpacks", async () => {
    expect(await get("packed")).toEqual({ name: "größe" });
  });

  it.each([
    ["cut", { code: "CUT_OFF", details: { reason: "ECONNRESET" } }],
    ["damaged", { code: "CUT_OFF" }],
    ["elsewhere", { code: "BAD_ANSWER", message: expect.stringContaining("http://elsewhere.example/") as string }],
    ["refused", { code: "DEVICE_NOT_FOUND", status: 404 }],
  ])("tells what is wrong with an answer: %s", async (name, error) => {
    await expect(get(name)).rejects.toMatchObject(error);
  });

  it("ends with the caller's signal", async () => {
    const stop = new AbortController();
    const asked = once(server, "request");
    const got = client.devices.get("silent", { signal: stop.signal });
    await asked;
    stop.abort(new Error("enough"));
    await expect(got).rejects.toThrow("enough");
  });

  it("tells where there is nobody", async () => {
    const nobody = createClient({ baseUrl: "http://127.0.0.1:1", retry: false, fetch: httpFetch() });
    await expect(nobody.devices.get("x")).rejects.toMatchObject({ code: "NETWORK_FAILED", details: { reason: "ECONNREFUSED" } });
  });
});
