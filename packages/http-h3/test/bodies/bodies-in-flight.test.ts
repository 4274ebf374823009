import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FakeClock } from "@cadastre/testing";
import { expect, test, vi } from "vitest";
import { WAIT_TIMEOUT_MS } from "../../../../testing/hangs/watchdog.ts";
import { BytesInFlight } from "../../src/bodies/bytes-in-flight.ts";
import { codeOf, startServer, type TestServer } from "../support/start.ts";
import { open, until } from "../support/raw-http.ts";

const MEBIBYTE = 1024 ** 2;
const WAIT = { timeout: WAIT_TIMEOUT_MS, interval: 50 };
const PLAN = "/api/import/plan";

/** A client that sends the beginning of a body, and the first bytes of its answer. */
interface Upload {
  readonly socket: Socket;
  readonly status: () => number | undefined;
  readonly text: () => string;
}

async function upload(server: TestServer, size: number | "chunked", as = "admin", path = PLAN): Promise<Upload> {
  const socket = await open(server.url);
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1"))).on("error", () => {});
  const length = size === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${size}`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${as}\r\nContent-Type: application/x-ndjson\r\n${length}\r\n\r\n`,
  );
  return { socket, status: () => (text === "" ? undefined : Number(text.slice(9, 12))), text: () => text };
}

const refusedOf = (uploads: readonly Upload[]): number => uploads.filter(({ status }) => status() === 503).length;

/** A plan of one row, in a body of this size. */
const plan = async (server: TestServer, size: number, as = "other"): Promise<Response> => {
  const row = JSON.stringify({ type: "device", at: {}, set: { name: "one" } });
  return await server.call(PLAN, {
    method: "POST",
    as,
    body: `${row}\n${`${" ".repeat(1023)}\n`.repeat(size / 1024)}`,
    headers: { "content-type": "application/x-ndjson" },
  });
};

test("one caller has at most 128 MiB of bodies in flight, the next one is refused at once, and others are not", async () => {
  await using server = await startServer();
  const uploads = await Promise.all([61, 61, 61].map(async (size) => await upload(server, size * MEBIBYTE)));
  await until(() => refusedOf(uploads) === 1);
  const refused = await server.call(PLAN, {
    method: "POST",
    body: " ".repeat(8 * MEBIBYTE),
    headers: { "content-type": "application/x-ndjson" },
  });
  expect([refused.status, await codeOf(refused), refused.headers.get("retry-after")]).toEqual([503, "BUSY", "5"]);
  // Small requests of the same caller go on.
  expect((await server.call("/api/probes", { method: "POST", body: '{"name":"small"}' })).status).toBe(201);
  expect((await plan(server, 2 * MEBIBYTE)).status).toBe(200);
  for (const { socket } of uploads) socket.destroy();
  await vi.waitFor(async () => expect((await plan(server, 8 * MEBIBYTE, "admin")).status).toBe(200), WAIT);
});

test("bodies without a declared size, and those of raw handlers, count as they are", async () => {
  await using server = await startServer();
  const raw = await Promise.all(Array.from({ length: 129 }, async () => await upload(server, MEBIBYTE, "admin", "/raw/x")));
  await until(() => refusedOf(raw) === 1);
  const growing = await upload(server, "chunked");
  growing.socket.write(`20000\r\n${" ".repeat(0x20000)}\r\n`);
  await until(() => growing.status() === 503);
  for (const { socket } of [...raw, growing]) socket.destroy();
});

test("all callers together have at most 256 MiB of bodies in memory", () => {
  const all = new BytesInFlight();
  const bodies = Array.from({ length: 256 }, (_, index) => all.of(`caller-${index}`));
  for (const body of bodies) body.reserve(MEBIBYTE, false);
  const last = all.of("last");
  expect(() => last.reserve(MEBIBYTE, false)).toThrow("the request bodies of all callers fill 256 MiB of memory");
  all.of("in a file").reserve(2 * MEBIBYTE, true);
  bodies[0]?.release();
  last.reserve(MEBIBYTE, false);
  expect(() => last.reserve(MEBIBYTE + 1, false)).toThrow("all callers");
  last.reserve(MEBIBYTE + 1, true);
  bodies[0]?.reserve(MEBIBYTE, false);
});

test("a few callers with many bodies in memory leave room for the next caller", () => {
  const all = new BytesInFlight();
  const taken = ["one", "two", "three"].map((caller) => {
    for (let count = 0; ; count += 1) {
      try {
        all.of(caller).reserve(MEBIBYTE, false);
      } catch {
        return count;
      }
    }
  });
  expect(taken).toEqual([128, 64, 32]);
  const next = Array.from({ length: 16 }, () => all.of("next"));
  for (const body of next) body.reserve(MEBIBYTE, false);
  next[0]?.release();
  next[0]?.reserve(MEBIBYTE, false);
});

test("a parsed body counts as 16 times its size until its request is answered", () => {
  const all = new BytesInFlight();
  const bodies = Array.from({ length: 9 }, () => all.of("one"));
  for (const body of bodies) body.reserve(MEBIBYTE, false);
  for (const body of bodies.slice(0, 7)) body.reserveParsed(MEBIBYTE);
  expect(() => bodies[7]?.reserveParsed(MEBIBYTE)).toThrow("send it again");
  bodies[0]?.release();
  bodies[7]?.reserveParsed(MEBIBYTE);
  for (const body of bodies) body.release();
  expect([all.inMemory, all.callers.size, all.groups.size]).toEqual([0, 0, 0]);
});

test("callers without credentials share one quota of memory, whatever their addresses", () => {
  const all = new BytesInFlight();
  for (let address = 0; address < 128; address += 1) all.of(`stranger ${address}`, "strangers").reserve(MEBIBYTE, false);
  expect(() => all.of("another", "strangers").reserve(MEBIBYTE, false)).toThrow("as much as is free");
  for (let count = 0; count < 64; count += 1) all.of("user").reserve(MEBIBYTE, false);
});

test("one caller has at most 16 bodies above 1 MiB in flight", async () => {
  await using server = await startServer();
  const uploads = await Promise.all(Array.from({ length: 17 }, async () => await upload(server, 2 * MEBIBYTE)));
  await until(() => refusedOf(uploads) === 1);
  for (const { socket } of uploads) socket.destroy();
});

test("all bodies in flight share the size limit of temporary files; one that never fits is 413", async () => {
  await using server = await startServer({ spoolBytes: 5 * MEBIBYTE });
  const uploads = await Promise.all(["admin", "other"].map(async (as) => await upload(server, 3 * MEBIBYTE, as)));
  await until(() => refusedOf(uploads) === 1);
  for (const { socket } of uploads) socket.destroy();
  const never = await plan(server, 6 * MEBIBYTE);
  expect([never.status, await codeOf(never)]).toEqual([413, "INVALID_INPUT"]);
});

test("a body above 1 MiB waits in a file without a name, which goes with its request", async (context) => {
  if (process.platform !== "linux") context.skip("needs /proc");
  const folder = mkdtempSync(join(tmpdir(), "cadastre-bodies-"));
  try {
    await using server = await startServer({ spoolFolder: folder });
    const files = (): number =>
      readdirSync("/proc/self/fd").filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
        } catch {
          return false;
        }
      }).length;
    const body = Buffer.from(`${" ".repeat(1023)}\n`.repeat(1600));
    const { socket, status } = await upload(server, body.length);
    socket.write(body.subarray(0, -1));
    await until(() => files() === 1 && readdirSync(folder).length === 0);
    socket.write(body.subarray(-1));
    await until(() => status() === 200 && files() === 0);
    const left = await upload(server, body.length);
    left.socket.write(body.subarray(0, -1));
    await until(() => files() === 1);
    left.socket.destroy();
    await until(() => files() === 0);
    rmSync(folder, { recursive: true });
    const failed = await upload(server, body.length);
    failed.socket.write(body);
    await until(() => failed.text().includes('"code":"UNAVAILABLE"'));
    failed.socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    await until(() => failed.text().includes("HTTP/1.1 200"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("an import plan takes no place and is charged nothing until its body is complete", async () => {
  const clock = new FakeClock();
  const work = { concurrency: 1, totalConcurrency: 1, budgetMs: 1 };
  await using server = await startServer({ clock, http: { rateLimit: { enabled: true, requests: 1000 }, work } });
  const stalled = await upload(server, 2 * MEBIBYTE);
  expect((await server.call("/api/devices")).status).toBe(200);
  const rows = Array.from({ length: 3000 }, (_, index) => JSON.stringify({ type: "device", at: {}, set: { name: `d-${index}` } }));
  const send = async () =>
    await server.call(PLAN, { method: "POST", body: rows.join("\n"), headers: { "content-type": "application/x-ndjson" } });
  const first = await send();
  expect([first.status, ((await first.json()) as unknown[]).length]).toEqual([200, 3002]);
  const second = await send();
  expect([second.status, await codeOf(second)]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
  stalled.socket.destroy();
});
