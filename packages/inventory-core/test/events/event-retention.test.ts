import { createInventory, STORAGE } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { EVENT_RETENTION } from "../../src/events/event-retention.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const DAY_MS = 86_400_000;

describe.each(DATABASES)("old events on %s", (_, openPlace) => {
  it("are purged after 90 days, together with what stands before them in the log", async () => {
    await using place = await openPlace();
    const clock = new FakeClock();
    await using inventory = await createInventory({ storage: place.storage(), clock });
    const storage = inventory.host.get(STORAGE);
    const held = async (): Promise<number> =>
      Number((await storage.read.get<{ n: number | string }>("select count(*) as n from event where event = 'device.created'"))?.n);
    const purge = async (): Promise<number> => {
      await inventory.host.get(EVENT_RETENTION).purge();
      return await held();
    };
    await inventory.devices.createMany(Array.from({ length: 1000 }, (_unused, index) => ({ name: `old-${index}` })));
    await clock.advance(1000);
    await inventory.devices.create({ name: "a second later" });
    await inventory.devices.create({ name: "written by a host whose clock is a second behind" });
    await storage.write(async (transaction) => {
      const behind = new Date(clock.now() - 1000).toISOString();
      await transaction.run("update event set occurred_at = ? where id = (select max(id) from event)", [behind]);
    });
    await clock.advance(1000);
    await inventory.devices.create({ name: "kept" });
    await clock.advance(90 * DAY_MS - 2000);
    expect(await purge()).toBe(1003);
    await clock.advance(1);
    expect(await purge()).toBe(1);
    await clock.advance(2000);
    expect(await purge()).toBe(0);
  });
});
