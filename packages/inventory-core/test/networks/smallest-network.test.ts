import { createInventory, type Inventory } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Random } from "../model/random.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const SEED = Number(process.env["CADASTRE_SEED"] ?? 7);
const ROUNDS = 3;

const SUBNETS = ["10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/24", "10.1.2.64/26", "10.1.3.0/24", "2001:db8::/32", "2001:db8:1::/48"];
const IPS = ["10.1.2.1", "10.1.2.70", "10.1.2.200", "10.1.3.4", "10.9.9.9", "192.0.2.1", "2001:db8:1::5", "2001:db8:2::5"];

interface Site {
  readonly inventory: Inventory;
  readonly random: Random;
  readonly deviceIds: readonly string[];
  readonly datacenterId: string;
}

/** Returns the name of the network of every address. */
async function linksOf({ inventory, deviceIds }: Site): Promise<readonly string[]> {
  const networks = new Map((await inventory.networks.list({})).map((network) => [network.id, network.name]));
  const devices = await Promise.all(deviceIds.map(async (id) => await inventory.devices.get(id)));
  return devices.flatMap(({ name, addresses }) =>
    addresses.map(({ ip, network_id: id }) => `${name} ${ip} ${networks.get(id ?? "") ?? "-"}`),
  );
}

describe.each(DATABASES)("the network of an address, on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;

  beforeAll(async () => {
    place = await openPlace();
    inventory = await createInventory({ storage: place.storage() });
  });

  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  it("is the new smaller network once one is created, with its pool", async () => {
    const large = await inventory.networks.create({ name: "large", subnet: "172.16.0.0/16" });
    const device = await inventory.devices.create({ name: "d", addresses: [{ ip: "172.16.5.10" }] });
    expect(device.addresses).toMatchObject([{ network_id: large.id }]);
    const small = await inventory.networks.create({ name: "small", subnet: "172.16.5.0/24" });
    expect((await inventory.devices.get(device.id)).addresses).toMatchObject([{ network_id: small.id }]);
    await inventory.networks.update(small.id, { subnet: "172.16.6.0/24" });
    expect((await inventory.devices.get(device.id)).addresses).toMatchObject([{ network_id: large.id }]);
    await inventory.networks.update(small.id, { subnet: "172.16.5.0/25" });
    expect((await inventory.devices.get(device.id)).addresses).toMatchObject([{ network_id: small.id }]);
    const pool = await inventory.pools.create(large.id, { name: "p", start_ip: "172.16.5.1", end_ip: "172.16.5.99" });
    await inventory.networks.delete(small.id);
    expect((await inventory.devices.get(device.id)).addresses).toMatchObject([{ network_id: large.id, pool_id: pool.id }]);
    await inventory.networks.delete(large.id);
    expect((await inventory.devices.get(device.id)).addresses).toMatchObject([{ network_id: null, pool_id: null }]);
  });

  it("is the larger network that a write names, until a network that contains the address changes", async () => {
    const large = await inventory.networks.create({ name: "large", subnet: "172.17.0.0/16" });
    const small = await inventory.networks.create({ name: "small", subnet: "172.17.5.0/24" });
    const device = await inventory.devices.create({ name: "d", addresses: [{ ip: "172.17.5.10", network_id: large.id }] });
    await inventory.networks.create({ name: "other", subnet: "172.17.6.0/24" });
    await inventory.devices.update(device.id, { name: "renamed" });
    expect((await inventory.devices.get(device.id)).addresses).toMatchObject([{ network_id: large.id }]);
    await inventory.networks.create({ name: "around", subnet: "172.17.0.0/20" });
    expect((await inventory.devices.get(device.id)).addresses).toMatchObject([{ network_id: small.id }]);
  });

  it("does not depend on the order in which networks were created and deleted", async () => {
    const random = new Random(SEED);
    const datacenter = await inventory.datacenters.create({ name: "dc" });
    const deviceIds = [];
    for (const [name, datacenter_id] of [
      ["common", null],
      ["private", datacenter.id],
    ] as const) {
      const device = await inventory.devices.create({ name, datacenter_id, addresses: IPS.map((ip) => ({ ip })) });
      deviceIds.push(device.id);
    }
    const site: Site = { inventory, random, deviceIds, datacenterId: datacenter.id };
    const wanted = SUBNETS.flatMap((subnet) => [
      { name: `${subnet} common`, subnet, datacenter_id: null },
      { name: `${subnet} private`, subnet, datacenter_id: site.datacenterId },
    ]).filter((_network, index) => index % 3 !== 1);
    const passing = ["10.1.2.128/25", "10.1.0.0/17", "0.0.0.0/0", "10.1.2.1/32", "2001:db8:1::/64"];
    const results = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = wanted.map((network) => ({ network, at: random.below(1_000_000) })).toSorted((a, b) => a.at - b.at);
      const made: string[] = [];
      const passed: string[] = [];
      for (const { network } of order) {
        if (random.chance(0.5)) {
          const datacenter_id = random.chance(0.5) ? site.datacenterId : null;
          passed.push((await inventory.networks.create({ name: "passing", subnet: random.pick(passing) ?? "", datacenter_id })).id);
        }
        made.push((await inventory.networks.create(network)).id);
        if (passed.length > 0 && random.chance(0.4)) await inventory.networks.delete(passed.pop() as string);
      }
      for (const id of passed) await inventory.networks.delete(id);
      results.add((await linksOf(site)).join("\n"));
      for (const id of made) await inventory.networks.delete(id);
    }
    expect(results.size).toBe(1);
    expect([...results][0]).toContain("common 10.1.2.70 10.1.2.64/26 common");
  });
});
