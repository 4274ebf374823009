import { createInventory, type Inventory, migrate } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkItem, recordsOf } from "../../src/composition/calls/check-arguments.ts";
import { deviceOperations } from "../../src/devices/device.operations.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";

// What a program without types may do.
const untyped = (value: unknown): never => value as never;

describe.each(DATABASES)("names in calls on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  beforeEach(async () => {
    place = await openPlace();
    inventory = await createInventory({ storage: place.storage() });
  });
  afterEach(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  it.each<[string, (given: Inventory) => PromiseLike<unknown>, Readonly<Record<string, string>>]>([
    [
      "in a filter",
      async ({ devices }) => await devices.list(untyped({ name: "x" })),
      { name: "is not a filter of devices.list; the closest one is tags" },
    ],
    [
      "in a filter, of a caller",
      async (given) => await given.as({ id: "ada", role: "viewer" }).networks.list(untyped({ vlan_i: 3 })),
      { vlan_i: "is not a filter of networks.list; the closest one is vlan_id" },
    ],
    [
      "of a parameter that the server accepts without effect",
      async ({ devices }) => await devices.list(untyped({ stale: true })),
      { stale: "is not a filter of devices.list; the closest one is tags" },
    ],
    [
      "in an input, each of them",
      async ({ devices }) => await devices.create(untyped({ name: "a", hostnme: "b", tag: [] })),
      {
        hostnme: "is not a field of devices.create; the closest one is hostname",
        tag: "is not a field of devices.create; the closest one is tags",
      },
    ],
    [
      "in an object of an input",
      async ({ devices }) => await devices.create(untyped({ name: "a", addresses: [{ ip: "10.0.0.1" }, { ipp: "10.0.0.2" }] })),
      { "addresses[1].ipp": "is not a field of devices.create; the closest one is ip" },
    ],
    [
      "in an input with a query",
      async ({ pools }) => await pools.allocate("0198c0de-7a3b-7c1e-9f00-2b6a51d3c001", untyped({ kye: "a", cuont: 3 })),
      {
        kye: "is not a field of pools.allocate; the closest one is key",
        cuont: "is not a field of pools.allocate; the closest one is count",
      },
    ],
    [
      "in a change of many records",
      async ({ devices }) => await devices.bulkUpdate(untyped({ filter: { datacentre_id: "x" }, set: { loction: "a" } })),
      {
        "filter.datacentre_id": "is not a field of devices.bulkUpdate; the closest one is datacenter_id",
        "set.loction": "is not a field of devices.bulkUpdate; the closest one is location",
      },
    ],
    [
      "in one of many values",
      async ({ devices }) => await devices.createMany(untyped([{ name: "a" }, { name: "b", hostnme: "c" }])),
      { "[1].hostnme": "is not a field of devices.createMany; the closest one is hostname" },
    ],
    [
      "in the options",
      async ({ devices }) => await devices.create({ name: "a" }, untyped({ signl: undefined })),
      { signl: "is not an option of devices.create; the closest one is signal" },
    ],
    [
      "in the options of a method without an input",
      async ({ devices }) => await devices.get("0198c0de-7a3b-7c1e-9f00-2b6a51d3c001", untyped({ timeout: 3 })),
      { timeout: "is not an option of devices.get; the closest one is timeoutMs" },
    ],
    [
      "in the options of verify",
      async (given) => await given.verify(untyped({ resum: true })),
      { resum: "is not an option of verify; the closest one is resume" },
    ],
    [
      "in the options of migrate",
      async () => await migrate(untyped(undefined), untyped({ plugin: [] })),
      { plugin: "is not an option of migrate; the closest one is plugins" },
    ],
    [
      "in the options of rotateSecrets",
      async (given) => await given.rotateSecrets(untyped({ signl: 1 })),
      { signl: "is not an option of rotateSecrets; the closest one is signal" },
    ],
  ])("that are misspelt are refused %s, and nothing is written", async (_name, call, problems) => {
    await expect(call(inventory)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: Object.fromEntries(Object.entries(problems).map(([field, message]) => [field, { field, message }])),
    });
    expect(await inventory.devices.list()).toEqual([]);
  });

  it("may be those of the record that was read: sent back it changes nothing", async () => {
    const { spaces, datacenters, networks, pools, devices, discoveryRules, fields } = inventory;
    const field = await fields.create({ record: "device", name: "rack", type: "text" });
    const space = await spaces.create({ name: "vrf" });
    const site = await datacenters.create({ name: "fra1", space_id: space.id });
    const lan = await networks.create({ name: "lan", subnet: "10.0.0.0/24", datacenter_id: site.id, tags: ["a"] });
    const pool = await pools.create(lan.id, { name: "p", start_ip: "10.0.0.10", end_ip: "10.0.0.20" });
    const device = await devices.create({ name: "web", datacenter_id: site.id, addresses: [{ ip: "10.0.0.10" }], fields: { rack: "r1" } });
    const rule = await discoveryRules.create(untyped({ network_id: lan.id, enabled: false, interval_hours: 24, scan_type: "quick" }));
    expect(await fields.update(field.id, field)).toEqual(field);
    expect(await spaces.update(space.id, space)).toEqual(space);
    expect(await datacenters.update(site.id, site)).toEqual(site);
    expect(await networks.update(lan.id, lan)).toEqual(lan);
    expect(await pools.update(pool.id, pool)).toEqual(pool);
    expect(await devices.update(device.id, device)).toEqual(device);
    expect(await discoveryRules.update(rule.id, rule)).toMatchObject({ id: rule.id });
    expect(await devices.createMany([{ ...device, addresses: [] }])).toMatchObject({ success: 1, errors: [] });
  });

  it("of values of custom fields are free, and may be written with a dot in a filter", async () => {
    await inventory.fields.create({ record: "device", name: "rack", type: "text" });
    const { id } = await inventory.devices.create({ name: "web", fields: { rack: "r1" } });
    expect((await inventory.devices.list({ field: { rack: "r1" } })).map((device) => device.id)).toEqual([id]);
    expect((await inventory.devices.list(untyped({ "field.rack": "r1" }))).map((device) => device.id)).toEqual([id]);
    await expect(inventory.devices.create({ name: "b", fields: { rak: "r1" } })).rejects.toMatchObject({ details: { "fields.rak": {} } });
  });
});

describe("names in an item", () => {
  it("may be those of its record, whether or not an earlier group of operations could create it", () => {
    const operation = { ...deviceOperations.createMany };
    const [record] = recordsOf(deviceOperations.create);
    const item = { id: "d1", name: "web" };
    expect(() => checkItem(operation, undefined, item, 0)).toThrow(/id: is not a field/);
    expect(() => checkItem(operation, record, item, 0)).not.toThrow();
  });
});
