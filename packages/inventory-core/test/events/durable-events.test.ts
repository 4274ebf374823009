import { createInventory, STORAGE } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { EventLog } from "../../src/events/event-log.ts";

// What SQLite has committed can be read before it is on the disk. An event that is lost with the power after it was told of would leave
// its number to another one, which whoever holds the cursor would never see.
test("events are told of, and the end is, when what was read outlives the power", async () => {
  await using inventory = await createInventory({ storage: sqlite(":memory:") });
  const open = inventory.host.get(STORAGE);
  const waiting: (() => void)[] = [];
  const log = new EventLog({
    dialect: open.dialect,
    read: open.read,
    eventHorizon: async () => await open.eventHorizon(),
    durable: async () => await new Promise<void>((resolve) => waiting.push(resolve)),
  });
  const start = await log.end();
  await inventory.devices.create({ name: "one" });
  const told: string[] = [];
  const first = log.after(start, 10).then(({ events }) => told.push(...events.map(({ event }) => event)));
  const end = log.end().then((cursor) => told.push(cursor));
  for (let turn = 0; turn < 50; turn += 1) await setImmediate();
  expect([told, waiting.length]).toEqual([[], 2]);
  waiting.forEach((resolve) => resolve());
  await Promise.all([first, end]);
  expect(told).toContain("device.created");
  expect(told).toHaveLength(2);
  // Nothing was read, so that nothing is waited for.
  const last = told.find((text) => text !== "device.created") as string;
  expect((await log.after(last, 10)).events).toEqual([]);
});
