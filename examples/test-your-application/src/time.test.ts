import { createInventory } from "@cadastre/inventory-core";
import { FakeClock, freshStorage } from "@cadastre/testing";
import { expect, it } from "vitest";

it("deletes events that are older than their retention", async () => {
  // #region clock
  const clock = new FakeClock("2026-01-01T00:00:00.000Z");
  await using inventory = await createInventory({ storage: await freshStorage(), clock, eventRetentionDays: 30 });
  await inventory.devices.create({ name: "one" });
  await clock.advance(31 * 24 * 3_600_000);
  // #endregion
  await expect.poll(async () => (await inventory.events.read({})).events, { timeout: 30_000 }).toEqual([]);
});
