import { createInventory } from "@cadastre/inventory-core";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { actionsOf, checkRoundTrips, type Exported, planOf } from "./support/round-trip.ts";
import { contentOf } from "./support/twins.ts";
import { DATABASES } from "../../../testing/storages.ts";

const report = async (name: string): Promise<Exported> => ({
  format: name.endsWith("csv") ? "csv" : "json",
  text: await readFile(new URL(`reports/${name}`, import.meta.url), "utf8"),
});

describe.each(DATABASES)("an export on %s", (name, openPlace) => {
  it.each(["csv", "json"] as const)("comes back from %s as it was, in its own inventory and in an empty one", async (format) => {
    for (const seed of [42, Date.now() % 2 ** 31]) await checkRoundTrips(openPlace, format, { seed, numRuns: name === "sqlite" ? 3 : 1 });
  });

  it.each(["e1.csv", "e1.json", "e2.json"])("%s, in which records share names and subnets, makes the same records once", async (file) => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const exported = await report(file);
    const plan = await planOf(inventory, exported);
    expect(new Set(actionsOf(plan))).toEqual(new Set(["create"]));
    await inventory.import.apply(plan);
    const content = await contentOf(inventory);
    const ids = (text: string): readonly string[] => [...new Set(text.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g))].toSorted();
    expect(ids(JSON.stringify(content))).toEqual(ids(exported.text));
    expect(new Set(actionsOf(await planOf(inventory, exported)))).toEqual(new Set(["unchanged"]));
  });

  it("makes a record under an id that does not exist, and leaves records of the same name alone", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const network = await inventory.networks.create({ name: "lan", subnet: "10.0.0.0/24" });
    const pool = await inventory.pools.create(network.id, { name: "p", start_ip: "10.0.0.10", end_ip: "10.0.0.19" });
    const device = await inventory.devices.create({ name: "web", os: "Debian", addresses: [{ ip: "10.0.9.1" }] });
    const before = await contentOf(inventory);
    const id = (last: string): string => `0198c1a2-0000-7000-8000-00000000000${last}`;
    const text = JSON.stringify({
      networks: [{ id: id("1"), name: "lan", subnet: "10.0.0.0/24" }],
      pools: [{ id: id("2"), network_id: network.id, name: "p", start_ip: "10.0.0.20", end_ip: "10.0.0.29" }],
      devices: [
        { id: id("3"), name: "web", os: "FreeBSD", addresses: [{ id: device.addresses[0]?.id, ip: "10.0.0.2", network_id: id("1") }] },
      ],
    });
    const plan = await planOf(inventory, { format: "json", text });
    expect(actionsOf(plan)).toEqual(["create", "create", "create"]);
    await inventory.import.apply(plan);
    const after = await contentOf(inventory);
    for (const [type, records] of Object.entries(before)) expect(after[type]).toEqual(expect.arrayContaining([...records]));
    expect(await inventory.devices.get(id("3"))).toMatchObject({ name: "web", os: "FreeBSD" });
    expect(await inventory.networks.get(id("1"))).toMatchObject({ name: "lan", subnet: "10.0.0.0/24" });
    expect(new Set((await inventory.pools.list(network.id)).map((one) => one.id))).toEqual(new Set([pool.id, id("2")]));
    // The id of an address that another device has is not taken from it.
    expect((await inventory.devices.get(id("3"))).addresses[0]?.id).not.toBe(device.addresses[0]?.id);
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("refuses two rows with one id, an id that is none, and the name of another datacenter", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { id } = await inventory.datacenters.create({ name: "fra1" });
    const other = "0198c1a2-0000-7000-8000-000000000001";
    expect(
      actionsOf(
        await planOf(inventory, {
          format: "csv",
          text: `id,name\n${other},fra1\n${id},fra2\n${id},fra3\n7,x\n`,
          options: { type: "datacenter" },
        }),
      ),
    ).toEqual([
      [{ field: "name", message: `is that of another datacenter, ${id}` }],
      "update",
      [{ message: "says something else of the datacenter at line 3: make one row of the two" }],
      [{ field: "id", message: "must be the id of a record, a UUID: leave it out to match by name" }],
    ]);
    expect(actionsOf(await planOf(inventory, { format: "csv", text: `id,name\n${other},a\n${other},b\n,a\n` }))).toEqual([
      "create",
      [{ message: "says something else of the device at line 2: make one row of the two" }],
      [{ message: "says something else of the device at line 2: make one row of the two" }],
    ]);
  });
});
