import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

/** All that a test runner replaces in a process. */
const FAKED = [
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "setImmediate",
  "clearImmediate",
  "queueMicrotask",
  "performance",
  "hrtime",
  "Date",
] as const;

afterEach(() => void vi.useRealTimers());

describe.each(DATABASES)("an inventory on %s", (_, openDatabase) => {
  it("answers while a test of the application has fake timers, at the time of its date, and after it", async () => {
    await using database = await openDatabase();
    await using inventory = await createInventory({ storage: database.storage() });
    vi.useFakeTimers({ toFake: [...FAKED], now: 0 });
    const items = Array.from({ length: 120 }, (_, index) => ({ name: `d${index}`, description: "x".repeat(2_000) }));
    expect(await inventory.devices.createMany(items)).toMatchObject({ success: 120 });
    const lists = await Promise.all(Array.from({ length: 12 }, async () => await inventory.devices.list()));
    expect(lists.map((list) => list.length)).toEqual(lists.map(() => 120));
    const [first] = lists[0] ?? [];
    // A wait of the test runner may have moved the fake date a little.
    expect(first?.created_at).toMatch(/^1970-01-01T00:00:/);
    vi.useRealTimers();
    expect(await inventory.devices.list()).toHaveLength(120);
  });
});

it("an inventory opens and closes while timers are fake, and another one after it", async () => {
  vi.useFakeTimers({ toFake: [...FAKED] });
  const during = await createInventory({ storage: sqlite(":memory:") });
  await Promise.all(Array.from({ length: 20 }, async () => await during.devices.list()));
  await during.close();
  vi.useRealTimers();
  await using after = await createInventory({ storage: sqlite(":memory:") });
  expect(await after.devices.list()).toEqual([]);
});
