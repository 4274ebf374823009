import { createInventory, type Inventory } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PLACES, type Place } from "../places.ts";
import { importRows, planOf, rowsOf, stepsOf } from "./import-scene.ts";

describe.each(PLACES)("an import that replaces addresses, on %s", (_, openPlace) => {
  let place: Place;
  let inventory: Inventory;
  beforeAll(async () => {
    place = await openPlace();
    inventory = await createInventory({ storage: place.storage() });
  });
  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  it.each([
    ["the last", ["10.0.0.1", "10.0.0.2"]],
    ["the first", ["10.0.0.2", "10.0.0.3"]],
    ["all", []],
  ])("and only removes %s is an update, and removes it", async (what, left) => {
    const name = `device that loses ${what}`;
    const { id, addresses } = await inventory.devices.create({
      name,
      addresses: ["10.0.0.1", "10.0.0.2", "10.0.0.3"].map((ip) => ({ ip })),
    });
    const rows = rowsOf({ type: "device", set: { name, addresses: left.map((ip) => ({ ip })) } });
    const [step] = stepsOf(await planOf(inventory, rows));
    expect([step?.action, step?.changes?.map(({ field }) => field)]).toEqual(["update", ["addresses"]]);
    expect(await importRows(inventory, rows)).toMatchObject({ created: 0, updated: 1, unchanged: 0, failed: 0 });
    expect((await inventory.devices.get(id)).addresses).toEqual(addresses.filter(({ ip }) => left.includes(ip)));
    expect(stepsOf(await planOf(inventory, rows)).map(({ action }) => action)).toEqual(["unchanged"]);
  });

  it("and only adds to them leaves out what is not in the row", async () => {
    await inventory.devices.create({ name: "adds", addresses: [{ ip: "10.0.1.1" }, { ip: "10.0.1.2" }] });
    const rows = rowsOf({ type: "device", lists: "add", set: { name: "adds", addresses: [{ ip: "10.0.1.1" }] } });
    expect(stepsOf(await planOf(inventory, rows)).map(({ action }) => action)).toEqual(["unchanged"]);
  });
});
