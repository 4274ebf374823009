import { createInventory, type Inventory, isErrorOf, servicesOf } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { rackOperations, racksPlugin } from "../src/racks-plugin.ts";

let inventory: Inventory;
beforeEach(async () => {
  inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [racksPlugin()] });
});
afterEach(async () => await inventory.close());

it("keeps racks, with their changes in both logs", async () => {
  const racks = servicesOf(inventory.host, rackOperations);
  const heard: string[] = [];
  inventory.events.on("rack.created", ({ data }) => heard.push(`${data.name}: ${data.height_units}`));
  const rack = await racks.create({ name: "A1" });
  expect(await racks.list()).toEqual([rack]);
  expect(await racks.get(rack.id)).toMatchObject({ name: "A1", height_units: 42 });
  expect(await racks.update(rack.id, { height_units: 24 })).toMatchObject({ name: "A1", height_units: 24 });
  await racks.delete(rack.id);
  expect(await racks.list()).toEqual([]);
  expect(heard).toEqual(["A1: 42"]);
  expect((await inventory.audit.list({ resource: "rack" })).map(({ action }) => action).toSorted()).toEqual(["create", "delete", "update"]);
  expect((await inventory.verify()).count).toBe(0);
});

it("refuses a second rack of one name, and what is none", async () => {
  const racks = servicesOf(inventory.host, rackOperations);
  await racks.create({ name: "A1" });
  await expect(racks.create({ name: "A1" })).rejects.toSatisfy(
    (error) => isErrorOf(error, rackOperations.create) && error.code === "RACK_EXISTS" && error.details.name === "A1",
  );
  await expect(racks.create({ name: "A2", height_units: 99 })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});
