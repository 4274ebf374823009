import { type Logger, silentLogger, STORAGE, type Storage } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { countStatements, FakeClock, PostgresDatabases } from "@cadastre/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { FixedWindows } from "../../src/limits/fixed-windows.ts";
import { type Count, StoredCounters } from "../../src/limits/shared-counters.ts";
import { WindowExchange } from "../../src/limits/window-exchange.ts";
import { startServer, type TestServer } from "../support/start.ts";
import { STORAGES } from "../../../../testing/storages.ts";

const SECOND = 1000;

interface Shared {
  open(): Storage;
  drop(): Promise<void>;
}

async function sharedDatabase(dialect: string): Promise<Shared> {
  if (dialect === "sqlite") {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-limits-"));
    return { open: () => sqlite(join(folder, "inventory.db")), drop: async () => await rm(folder, { recursive: true, force: true }) };
  }
  const database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
  return { open: () => postgresql(database.url), drop: async () => await database[Symbol.asyncDispose]() };
}

const remaining = (answer: Response): number => Number(answer.headers.get("x-ratelimit-remaining"));

describe.each(STORAGES)("limits of hosts with one database on %s", (dialect) => {
  let database: Shared;
  let clock: FakeClock;
  beforeEach(async () => {
    database = await sharedDatabase(dialect);
    clock = new FakeClock("2026-01-02T03:04:00.000Z");
  });
  afterEach(async () => await database.drop());

  const start = async (rateLimit: Record<string, number>, storage: Storage = database.open()): Promise<TestServer> =>
    await startServer({ http: { rateLimit }, storage, clock });
  const login = async (server: TestServer): Promise<Response> =>
    await server.call("/api/probes/login", { method: "POST", as: null, body: '{"password":"wrong"}' });

  test("sign-ins are counted exactly over hosts and restarts, then anew", async () => {
    const limits = { loginRequests: 5, requests: 1000 };
    await using one = await start(limits);
    {
      await using two = await start(limits);
      const answers = await Promise.all(Array.from({ length: 20 }, async (_, n) => await login(n % 2 === 0 ? one : two)));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        ...Array.from({ length: 5 }, () => 401),
        ...Array.from({ length: 15 }, () => 429),
      ]);
    }
    await using three = await start(limits);
    const refused = await login(three);
    expect([refused.status, refused.headers.get("retry-after"), remaining(refused)]).toEqual([429, "60", 0]);
    await clock.advance(60 * SECOND);
    expect([(await login(three)).status, remaining(await login(one))]).toEqual([401, 3]);
  });

  test("windows that have ended are deleted with the next that begins, of requests and of sign-ins", async () => {
    await using server = await start({ loginRequests: 5, requests: 1000 });
    const storage = server.inventory.host.get(STORAGE);
    const counters = new StoredCounters(storage);
    const minute = 60 * SECOND;
    const count = async (window: number, clients: readonly string[]): Promise<unknown> =>
      await counters.exchange(
        clients.map((client) => ({ client, endsAt: clock.now() - (clock.now() % minute) + window * minute, points: 1 })),
        1,
        clock.now(),
      );
    const clientsOf = async (table: string): Promise<unknown> =>
      (await storage.read.all<{ client: string }>(`select client from ${table} order by client`)).map(({ client }) => client);
    await count(1, ["a", "b"]);
    await count(1, ["c"]);
    await storage.write(
      async (transaction) =>
        await transaction.run("insert into http_exact_limit (client, ends_at, points) values ('login:old', ?, 1)", [clock.now() + 1]),
    );
    expect([await clientsOf("http_rate_window"), await clientsOf("http_exact_limit")]).toEqual([["a", "b", "c"], ["login:old"]]);
    await clock.advance(minute);
    await count(1, ["d"]);
    await login(server);
    expect([await clientsOf("http_rate_window"), await clientsOf("http_exact_limit")]).toEqual([["d"], ["login:127.0.0.1"]]);
    // Also the windows of a host that has been there all the time.
    await clock.advance(minute);
    await count(1, ["e"]);
    expect(await clientsOf("http_rate_window")).toEqual(["e"]);
  });

  test("a flood of refused sign-ins does not reach the database", async () => {
    const counted = countStatements(database.open());
    await using server = await start({ loginRequests: 1, requests: 1000 }, counted.storage);
    await login(server);
    await login(server);
    counted.reset();
    for (let n = 0; n < 10; n += 1) expect((await login(server)).status).toBe(429);
    expect(counted.count()).toBe(0);
  });

  test("requests cost no statement; hosts of one PostgreSQL tell each other within a second", async () => {
    const counted = countStatements(database.open());
    await using one = await start({ requests: 10 }, counted.storage);
    await using two = await start({ requests: 10 });
    counted.reset();
    for (let n = 0; n < 6; n += 1) await one.call("/api/nothing");
    expect(counted.count()).toBe(0);
    await clock.advance(SECOND);
    const shared = dialect === "postgresql";
    const rows = async () => await two.inventory.host.get(STORAGE).read.all("select points from http_rate_window");
    await expect.poll(rows).toEqual(shared ? [{ points: 6 }] : []);
    // The other host has not seen this client; it learns of it when it has something to tell of anybody.
    expect(remaining(await two.call("/healthz"))).toBe(10);
    await two.call("/api/probes/p1");
    await clock.advance(SECOND);
    await expect.poll(async () => remaining(await two.call("/healthz"))).toBe(shared ? 4 : 10);
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await two.call("/api/nothing", { as: null })).status);
    expect(statuses).toEqual([404, 404, 404, 404, shared ? 429 : 404]);
    await clock.advance(58 * SECOND);
    expect(remaining(await two.call("/healthz"))).toBe(10);
  });

  test("requests with keys are counted over hosts by the limit of keys", async () => {
    const limits = { requests: 10, keyRequests: 30 };
    await using one = await start(limits);
    await using two = await start(limits);
    for (let n = 0; n < 20; n += 1) await one.call("/api/probes/p1");
    await clock.advance(SECOND);
    const rows = async () => await two.inventory.host.get(STORAGE).read.all("select client, points from http_rate_window");
    const shared = dialect === "postgresql";
    await expect.poll(rows).toEqual(shared ? [{ client: "key:user:admin", points: 20 }] : []);
    await two.call("/api/probes/p1");
    await clock.advance(SECOND);
    await expect.poll(async () => remaining(await two.call("/api/probes/p1"))).toBeLessThan(shared ? 9 : 29);
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await two.call("/api/probes/p1")).status));
    expect(statuses.includes(429)).toBe(shared);
  });

  test("clients with valid credentials leave nothing to exchange for their address", async () => {
    await using server = await start({ requests: 10 });
    await server.call("/api/probes/p1");
    await clock.advance(SECOND);
    const rows = async () => await server.inventory.host.get(STORAGE).read.all("select client, points from http_rate_window");
    await expect.poll(rows).toEqual(dialect === "postgresql" ? [{ client: "key:user:admin", points: 1 }] : []);
  });
});

test("counts that did not get through are sent again, and of a window that ended none", async () => {
  const clock = new FakeClock("2026-01-02T03:04:00.000Z");
  const windows = new FixedWindows(() => 10, 5, 60_000, clock);
  windows.take("a");
  const sent = windows.send();
  windows.take("a");
  windows.keep(sent);
  expect(windows.look("a").remaining).toBe(8);
  const again = windows.send();
  expect(again).toEqual([{ client: "a", endsAt: Date.parse("2026-01-02T03:05:00Z"), points: 2 }]);
  windows.take("a");
  windows.learn([{ ...(again[0] as (typeof again)[0]), points: 7 }]);
  expect(windows.look("a").remaining).toBe(2);
  await clock.advance(60_000);
  windows.give("a");
  expect(windows.take("a").remaining).toBe(9);
  windows.learn(again);
  expect(windows.look("a").remaining).toBe(9);
});

test("an exchange is one call a second for all clients, none when idle, and a failure is told once and made up for", async () => {
  const clock = new FakeClock("2026-01-02T03:04:00.000Z");
  const windows = new FixedWindows(() => 100, 50, 60_000, clock);
  const calls: (readonly Count[])[] = [];
  let away = false;
  const warnings: string[] = [];
  const logger: Logger = { ...silentLogger, warn: (message) => void warnings.push(message) };
  const exchange = new WindowExchange(
    windows,
    {
      hasOthers: true,
      exchange: async (added) => {
        calls.push(added);
        if (away) throw new Error("away");
        return added;
      },
      take: () => Promise.reject(new Error("not asked for")),
      look: () => Promise.reject(new Error("not asked for")),
    },
    clock,
    logger,
  );
  exchange.start();
  for (const key of ["a", "b", "a"]) windows.take(key);
  await clock.advance(1000);
  expect(calls.map((counts) => counts.map(({ client, points }) => [client, points]))).toEqual([
    [
      ["a", 2],
      ["b", 1],
    ],
  ]);
  await clock.advance(5000);
  expect(calls).toHaveLength(1);
  away = true;
  windows.take("a");
  for (let n = 0; n < 3; n += 1) await clock.advance(1000);
  away = false;
  await clock.advance(1000);
  expect([calls.length, warnings.length, calls.at(-1)?.[0]?.points]).toEqual([5, 1, 1]);
  windows.take("a");
  await exchange.stop();
  await clock.advance(1000);
  expect(calls).toHaveLength(5);
});
