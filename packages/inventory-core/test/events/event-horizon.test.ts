import { createInventory, EVENTS, STORAGE } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { PostgresDatabases, type TemporaryDatabase } from "@cadastre/testing";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { EVENT_CHECK } from "../../src/events/event-check.ts";
import { EVENT_HOLD, lowestOpen, wholeTransactionId } from "../../src/storage/postgresql/event-horizon.ts";

const WRAP = 2n ** 32n;

describe("the event horizon of postgresql", () => {
  let database: TemporaryDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database[Symbol.asyncDispose]();
  });
  const whole = async (next: bigint, xid: bigint): Promise<bigint> =>
    BigInt(
      (await client.query<{ n: string }>(`select ${wholeTransactionId("$1::bigint", "$2::bigint")}::text as n`, [next, xid % WRAP])).rows[0]
        ?.n ?? -1,
    );

  it("knows the whole number of a transaction by its lower half, where the halves wrap and everywhere else", async () => {
    for (const turns of [0n, 1n, 2n, 5n, 2n ** 15n]) {
      for (const low of [3n, 4n, 1000n, 2n ** 31n - 1n, 2n ** 31n, 2n ** 31n + 1n, WRAP - 1n]) {
        const next = turns * WRAP + low;
        // Numbers that are open, and numbers that were given after the snapshot.
        const xids = [-(2n ** 31n) + 1n, -1000n, -4n, -1n, 0n, 1n, 7n, 1000n].map((distance) => next + distance).filter((xid) => xid >= 3n);
        for (const xid of xids) expect(await whole(next, xid), `${xid} of ${next}`).toBe(xid);
      }
    }
  });

  it("is never above what the snapshot saw, and never negative", async () => {
    const horizon = async (next: bigint, ...xids: (bigint | null)[]): Promise<bigint> => {
      const rows = `(select unnest($2::bigint[]) as xid) s`;
      const {
        rows: [row],
      } = await client.query<{ n: string }>(`select ${lowestOpen("$1::bigint", rows)}::text as n`, [
        next,
        xids.map((xid) => (xid === null ? null : xid % WRAP)),
      ]);
      return BigInt(row?.n ?? -1);
    };
    expect(await horizon(800n)).toBe(800n);
    expect(await horizon(800n, null, null)).toBe(800n);
    // It got its number after the snapshot: once, this gave -4294966495.
    expect(await horizon(800n, 801n)).toBe(800n);
    expect(await horizon(800n, 801n, null, 790n, 795n)).toBe(790n);
    expect(await horizon(WRAP, WRAP - 2n, WRAP + 3n)).toBe(WRAP - 2n);
    expect(await horizon(3n * WRAP + 5n, 3n * WRAP - 1n, 3n * WRAP + 4n)).toBe(3n * WRAP - 1n);
  });

  it("stays where events that are not committed may come, beside what is committed; and says who holds the feed", async () => {
    await using inventory = await createInventory({ storage: postgresql(database.url) });
    const storage = inventory.host.get(STORAGE);
    const all = async (): Promise<readonly string[]> => {
      const { events } = await inventory.events.read({ after: "0-0", limit: 100 });
      return events.map(({ event }) => event);
    };
    await inventory.devices.create({ name: "before" });
    expect(await all()).toEqual(["device.created"]);
    // A transaction takes its place, and waits; another one commits after it.
    await client.query("set application_name = 'night report'");
    await client.query("begin");
    await client.query(
      "insert into event (id, event, record_id, occurred_at, data) values ('slow', 'network.created', 'n', " +
        "'2026-01-01T00:00:00.000Z', '{}')",
    );
    await inventory.devices.create({ name: "quick" });
    const { next } = await inventory.events.read({ after: "0-0", limit: 100 });
    // Webhooks and streams that begin now begin before what is still to come.
    expect(await inventory.host.get(EVENTS).end()).toBe(next);
    expect(await all()).toEqual(["device.created"]);
    await expect(inventory.host.get(EVENT_CHECK).check()).resolves.toBeUndefined();
    // Nobody waits a minute: the statement that looks is asked with another bound.
    const hold = await storage.read.get(EVENT_HOLD.replace("> 60", ">= 0"));
    expect(hold).toMatchObject({ application: "night report", role: "postgres", state: "idle in transaction", pid: expect.any(Number) });
    await client.query("commit");
    const { events } = await inventory.events.read({ after: next, limit: 100 });
    expect(events.map(({ event }) => event)).toEqual(["network.created", "device.created"]);
    expect(await storage.read.get(EVENT_HOLD.replace("> 60", ">= 0"))).toBeUndefined();
  });
});
