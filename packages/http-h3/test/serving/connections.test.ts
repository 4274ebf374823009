import { createServer } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { afterEach, expect, test } from "vitest";
import { HttpMetrics } from "../../src/metrics/http-metrics.ts";
import { ClientAddresses } from "../../src/request/client-address.ts";
import { ConnectionLimits } from "../../src/server/connection-limits.ts";
import { parseExposition, valueOf } from "../support/exposition.ts";
import { open, until } from "../support/raw-http.ts";
import { startServer, type TestServer } from "../support/start.ts";

const REFUSED = "cadastre_http_connections_refused_total";
const EXHAUSTED = "cadastre_http_descriptors_exhausted_total";

let sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

async function connections(server: TestServer, count: number): Promise<void> {
  for (let opened = 0; opened < count; opened += 1) {
    const socket = await open(server.url);
    sockets.push(socket.on("error", () => {}).resume());
  }
}

const closed = (): number => sockets.filter(({ closed: isClosed }) => isClosed).length;

const asks = async (server: TestServer, path = "/healthz"): Promise<string> =>
  await (await server.call(path, { headers: { connection: "close" } })).text();

test("an address has so many connections at most; further ones are closed, counted, and logged once a minute", async () => {
  const clock = new FakeClock();
  await using server = await startServer({ clock, http: { connectionsPerAddress: 4 } });
  await connections(server, 6);
  await until(() => closed() === 2);
  for (const socket of sockets.slice(0, 2)) socket.destroy();
  await until(() => closed() === 4);
  await expect.poll(async () => await asks(server).catch(() => "")).toContain("ok");
  expect(valueOf(parseExposition(await asks(server, "/metrics")), REFUSED)).toBeGreaterThanOrEqual(2);
  const lines = () => server.log.filter(({ message }) => message === "connections above the 4 of one address are closed");
  expect(lines().map(({ fields }) => fields)).toEqual([{ address: "127.0.0.1", times: 1 }]);
  await clock.advance(60_000);
  await connections(server, 6);
  await until(() => lines().length === 2);
  expect(lines()[1]?.fields).toMatchObject({ address: "127.0.0.1" });
});

test("connections without a TLS handshake count, too", async () => {
  await using server = await startServer({ http: { connectionsPerAddress: 2, selfSigned: true } });
  await connections(server, 3);
  await until(() => closed() === 1);
  for (const socket of sockets) socket.destroy();
});

test("connections of trusted proxies are not counted", async () => {
  await using server = await startServer({ http: { connectionsPerAddress: 1, trustedProxies: ["127.0.0.0/8"] } });
  await connections(server, 5);
  expect(await asks(server)).toContain("ok");
  expect(closed()).toBe(0);
});

test("checks without a free file descriptor are counted, and logged once a minute; other failures are neither", async () => {
  const clock = new FakeClock();
  const lines: [string, unknown][] = [];
  const logger: Logger = { debug() {}, info() {}, error() {}, warn: (message, fields) => void lines.push([message, fields]) };
  const metrics = new HttpMetrics([]);
  let code = "";
  const parts = { perAddress: 1, addresses: new ClientAddresses([]), metrics, clock, logger };
  const limits = new ConnectionLimits(parts, () => {
    if (code !== "") throw Object.assign(new Error("no"), { code });
  });
  const unwatch = limits.watch(createServer());
  const checks = async (count: number, failsWith: string): Promise<void> => {
    code = failsWith;
    for (let check = 0; check < count; check += 1) await clock.advance(1_000);
  };
  await checks(3, "");
  await checks(3, "EACCES");
  await checks(2, "EMFILE");
  await checks(60, "ENFILE");
  unwatch();
  await checks(5, "EMFILE");
  expect(lines).toEqual([
    [expect.stringContaining("no file descriptor is free"), { times: 1 }],
    [expect.stringContaining("ulimit -n"), { times: 60 }],
  ]);
  expect(valueOf(parseExposition(await metrics.registry.metrics()), EXHAUSTED)).toBe(62);
  expect([limits.failed(Object.assign(new Error("accept"), { code: "EMFILE" })), limits.failed(new Error("other"))]).toEqual([true, false]);
});
