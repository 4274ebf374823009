import { createServer, type Server, type Socket } from "node:net";
import type { ScanPlan, ScanReport } from "@cadastre/inventory-core";
import { afterEach, describe, expect, it } from "vitest";
import { ConnectScanner } from "../src/connect-scanner.ts";
import { settingsOf } from "../src/scan-settings.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Listens at an address of the loopback net. */
async function listen(ip: string, behaviour: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    behaviour(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, ip, resolve));
  return (server.address() as { port: number }).port;
}

const planOf = (ips: readonly string[], scanType: ScanPlan["scanType"], ports: readonly number[] = []): ScanPlan => ({
  scanType,
  subnet: "127.0.0.0/8",
  family: 4,
  targets: { size: ips.length, has: (ip) => ips.includes(ip), [Symbol.iterator]: () => ips[Symbol.iterator]() },
  ports,
  limits: { probesPerSecond: 3000, connections: 200, connectionsPerHost: 10, hostBudgetMs: 5000 },
});

async function scan(plan: ScanPlan, signal = new AbortController().signal): Promise<ScanReport[]> {
  return await Array.fromAsync(new ConnectScanner(settingsOf({ reverseNames: false, serviceWaitMs: 200 })).scan(plan, { signal }));
}

describe("on loopback", () => {
  it("an open port, and only that, is reported as open", async () => {
    const port = await listen("127.0.0.9", () => {});
    const closed = await listen("127.0.0.9", () => {});
    servers.pop()?.close();
    const reports = await scan(planOf(["127.0.0.9"], "full", [port, closed]));
    expect(reports).toContainEqual(expect.objectContaining({ kind: "observation", ip: "127.0.0.9", openPorts: [port] }));
    expect(reports.at(-1)).toEqual({ kind: "host-done", ip: "127.0.0.9", outcome: "answered" });
  });

  const hostile: readonly (readonly [string, (socket: Socket) => void])[] = [
    ["tarpit", () => {}],
    ["flood", (socket) => void socket.write(Buffer.alloc(1 << 20, "B"))],
    ["garbage", (socket) => void socket.write(Buffer.from([0x80, 0xc9, 0xff, 0x00, 0x1b, 0x5b]))],
    ["drip", (socket) => void setInterval(() => socket.writable && socket.write("2"), 50).unref()],
    ["reset", (socket) => void socket.resetAndDestroy()],
  ];
  it.each(hostile)("a host that does %s is done in bounded time, and nothing is believed of it", async (_, behaviour) => {
    const port = await listen("127.0.0.10", behaviour);
    const begun = performance.now();
    const reports = await scan(planOf(["127.0.0.10"], "deep", [port]));
    expect(performance.now() - begun).toBeLessThan(30_000);
    expect(reports.flatMap((report) => (report.kind === "observation" ? (report.services ?? []) : []))).toEqual([]);
    expect(reports.at(-1)).toMatchObject({ kind: "host-done", outcome: "answered" });
  });

  it("text of a service is printable and short", async () => {
    const port = await listen("127.0.0.11", (socket) => void socket.write(`SSH-2.0-Open_1 \u0007${"x".repeat(900)}\r\n`));
    const [service] = (await scan(planOf(["127.0.0.11"], "deep", [port]))).flatMap((report) =>
      report.kind === "observation" ? (report.services ?? []) : [],
    );
    expect(service?.service).toBe("ssh");
    expect(service?.version).toMatch(/^[\x20-\x7e]{1,200}$/);
  });

  it("a cancelled scan throws its reason, and reports nothing more", async () => {
    const port = await listen("127.0.0.12", () => {});
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error("enough")), 100);
    await expect(scan(planOf(["127.0.0.12"], "deep", [port]), stop.signal)).rejects.toThrow("enough");
  });

  it("a reader that goes away ends the scan", async () => {
    const plan = planOf(["127.0.0.13", "127.0.0.14"], "quick");
    for await (const report of new ConnectScanner(settingsOf({ reverseNames: false })).scan(plan, {
      signal: new AbortController().signal,
    })) {
      expect(report.kind).toBe("observation");
      break;
    }
  });
});
