import { createInventory, STORAGE } from "../../src/index.ts";
import { expect, it } from "vitest";
import { currentPosition } from "../../src/plans/plan-position.ts";
import { Staleness } from "../../src/plans/staleness.ts";
import type { Clock } from "../../src/contract/clock.ts";
import type { Queries, SqlValue } from "../../src/contract/storage/storage.ts";
import { analyze, planOf } from "../../../../testing/plans.ts";
import { DATABASES } from "../../../../testing/storages.ts";

it.each(DATABASES)("a plan of one record is not rehearsed for its readers if that holds locks for long, on %s", async (_, openPlace) => {
  await using place = await openPlace();
  await using inventory = await createInventory({ storage: place.storage() });
  const storage = inventory.host.get(STORAGE);
  const position = await currentPosition(storage, new Date().toISOString());
  await inventory.devices.create({ name: "a change since" });
  let rehearsals = 0;
  const staleOf = async (heldMs: number): Promise<boolean | null> =>
    await new Staleness(storage, { now: () => Date.now() } as Clock).of(
      "plan",
      { digest: "digest", ids: [], touched: [["device", ["one"]]], types: ["device"], position, heldMs },
      async () => {
        rehearsals += 1;
        return await Promise.resolve(true);
      },
    );
  expect([await staleOf(400), rehearsals]).toEqual([true, 1]);
  expect([await staleOf(4000), rehearsals]).toEqual([null, 1]);
});

it.each(DATABASES)("the position of a plan is found without reading all events, on %s", async (_, openPlace) => {
  await using place = await openPlace();
  await using inventory = await createInventory({ storage: place.storage() });
  const storage = inventory.host.get(STORAGE);
  await storage.write(async (transaction) => {
    const rows = Array.from({ length: 3_000 }, (_, index) => [String(index), "device.updated", "one", "2026-01-01T00:00:00.000Z", "{}"]);
    await transaction.insert("event", ["id", "event", "record_id", "occurred_at", "data"], rows);
  });
  await analyze(storage, "event");
  const asked: (readonly [sql: string, params: readonly SqlValue[]])[] = [];
  const read: Queries = {
    all: async (sql, params) => await storage.read.all(sql, params),
    get: async (sql, params = []) => {
      asked.push([sql, params]);
      return await storage.read.get(sql, params);
    },
  };
  await currentPosition({ eventHorizon: async () => await storage.eventHorizon(), read }, new Date().toISOString());
  const counts = asked.filter(([sql]) => sql.includes("count(*)"));
  expect(counts).toHaveLength(storage.dialect === "sqlite" ? 0 : 1);
  for (const [sql, params] of counts) expect(await planOf(storage, sql, params)).toContain("event_order");
});
