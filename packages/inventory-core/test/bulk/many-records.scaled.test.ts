import { setImmediate as nextTurn } from "node:timers/promises";
import { createInventory, type Inventory, type LoggedEvent } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { atDepth } from "../../../../testing/depth.ts";
import { DATABASES } from "../../../../testing/storages.ts";

/** As many as one call changes. To make them takes seconds. */
const MOST = atDepth({ few: [], many: [10_000] });

/** Fills an inventory with devices without addresses. */
async function fill({ devices }: Inventory, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1000)
    await devices.createMany(Array.from({ length: Math.min(1000, count - at) }, (_, index) => ({ name: `d${at + index}`, tags: ["all"] })));
}

describe.for(DATABASES)("changes of many records on %s", ([, openPlace]) => {
  const opened = async (place: TestDatabase): Promise<Inventory> =>
    await createInventory({ storage: place.storage(), clock: new FakeClock() });

  it("lets others have turns, and tells of every record, under one change id", async () => {
    await using place = await openPlace();
    await using inventory = await opened(place);
    await fill(inventory, 1000);
    const heard: LoggedEvent[] = [];
    const off = inventory.events.on("device.updated", (event) => heard.push(event));
    let turns = 0;
    let isRunning = true;
    const others = (async () => {
      for (; isRunning; turns += 1) await nextTurn();
    })();
    expect(await inventory.devices.bulkUpdate({ filter: { tags: "all" }, set: { os: "linux" } })).toEqual({ matched: 1000, changed: 1000 });
    isRunning = false;
    await others;
    off();
    // A turn at least for every slice.
    expect(turns).toBeGreaterThan(1000 / 64);
    expect(new Set(heard.map(({ record_id: id }) => id)).size).toBe(1000);
    const rows = await inventory.audit.list({ action: "update" });
    expect([rows.length, new Set(rows.map(({ change_id: id }) => id)).size]).toEqual([1000, 1]);
    expect(new Set(heard.map(({ change_id: id }) => id))).toEqual(new Set(rows.map(({ change_id: id }) => id)));
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it.each(MOST)("refuses a filter that matches more than %i, with their number, and takes as many as it says", async (most) => {
    await using place = await openPlace();
    await using inventory = await opened(place);
    await fill(inventory, most + 1);
    for (const filter of [{ tags: ["all"] }, { status: "active" as const }]) {
      await expect(inventory.devices.bulkDelete({ filter })).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        message: `filter: matches ${most + 1} devices, and one call changes at most ${most}: narrow it`,
      });
    }
    const ids = (await inventory.devices.list()).slice(1).map(({ id }) => id);
    expect(await inventory.devices.bulkUpdate({ ids, set: { status: "planned" } })).toEqual({ matched: most, changed: most });
    expect(await inventory.devices.bulkDelete({ filter: { status: "planned" } })).toEqual({ matched: most, changed: most });
    expect(await inventory.devices.list()).toHaveLength(1);
  });
});
