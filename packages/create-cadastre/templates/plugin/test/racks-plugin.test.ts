import { createHandler } from "@cadastre/http-h3";
import { createInventory, servicesOf } from "@cadastre/inventory-core";
import { describeRecord, freshStorage } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { Rack } from "../src/rack.ts";
import { rackUnitOperations } from "../src/rack-units.ts";
import { racksPlugin } from "../src/racks-plugin.ts";

// Every door of the kind: the library, HTTP, permissions, plans, undo, history, search, import …
describeRecord({ describe, it }, Rack, {
  createHost: async ({ plugins }) => {
    const inventory = await createInventory({ storage: await freshStorage(), plugins: [...plugins, racksPlugin()] });
    return { inventory, fetch: createHandler(inventory.host).fetch };
  },
  samples: async () => [{ name: "A1" }, { name: "A2", height_units: 24 }, { name: "B1" }],
  change: { height_units: 45 },
});

it("counts rack units", async () => {
  await using inventory = await createInventory({ storage: await freshStorage(), plugins: [racksPlugin()] });
  await inventory.racks.create({ name: "A1" });
  await inventory.racks.create({ name: "A2", height_units: 24 });
  expect(await servicesOf(inventory.host, rackUnitOperations).get()).toEqual({ racks: 2, units: 66 });
});
