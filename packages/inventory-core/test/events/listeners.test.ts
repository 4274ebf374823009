import { createInventory, type Logger } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { expect, it, vi } from "vitest";

it("a listener that throws is logged, and harms neither the change nor other listeners", async () => {
  const error = vi.fn<Logger["error"]>();
  const logger: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error };
  await using inventory = await createInventory({ storage: sqlite(":memory:"), logger });
  const heard: string[] = [];
  inventory.events.on("device.created", () => {
    throw new Error("not today");
  });
  inventory.events.on("device.created", async () => await Promise.reject(new Error("not tomorrow")));
  inventory.events.on("device.created", ({ data }) => void heard.push(data.name));
  for (const name of ["one", "two"]) await inventory.devices.create({ name });
  await vi.waitFor(() => expect([heard, error.mock.calls.length]).toEqual([["one", "two"], 4]));
  const failed = (text: string) => ["an event listener failed", { event: "device.created", error: text }];
  expect(error.mock.calls.slice(0, 2)).toEqual(expect.arrayContaining([failed("not today"), failed("not tomorrow")]));
  expect((await inventory.devices.list()).length).toBe(2);
});
