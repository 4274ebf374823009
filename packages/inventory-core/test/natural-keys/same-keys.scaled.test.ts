import { createInventory, type ImportRow, type Inventory } from "@cadastre/inventory-core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atDepth } from "../../../../testing/depth.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import { planOf, stepsOf } from "../import/import-scene.ts";

/** Records of which many share a key: few names and subnets, in three datacenters and none. Two datacenters share a space. */
const Sites = fc.record({
  twin: fc.boolean(),
  networks: fc.array(fc.record({ name: fc.nat(1), home: fc.nat(3) }), { maxLength: 6 }),
  pools: fc.array(fc.record({ name: fc.nat(1), home: fc.nat(5) }), { maxLength: 5 }),
  devices: fc.array(fc.record({ name: fc.nat(1), home: fc.nat(3) }), { maxLength: 6 }),
});

type Sites = typeof Sites extends fc.Arbitrary<infer Value> ? Value : never;

const subnetOf = (name: number): string => `10.${name}.0.0/16`;

/** Creates the records. @returns ids of the datacenters, none first, and of the networks */
async function create(inventory: Inventory, { twin, networks, pools, devices }: Sites) {
  const space = await inventory.spaces.create({ name: "shared" });
  const homes: (string | null)[] = [null];
  for (const name of ["a", "b", twin ? "a" : "c"])
    homes.push((await inventory.datacenters.create({ name, space_id: name === "c" ? null : space.id })).id);
  const placed: string[] = [];
  for (const { name, home } of networks)
    placed.push((await inventory.networks.create({ name: "n", subnet: subnetOf(name), datacenter_id: homes[home] })).id);
  for (const [index, { name, home }] of pools.entries()) {
    const network = placed[home % Math.max(1, placed.length)];
    if (network === undefined) continue;
    const { subnet } = await inventory.networks.get(network);
    const ip = subnet.replace("0.0/16", `1.${index + 1}`);
    await inventory.pools.create(network, { name: `p${name}`, start_ip: ip, end_ip: ip });
  }
  for (const { name, home } of devices) await inventory.devices.create({ name: `d${name}`, datacenter_id: homes[home] });
  return { homes, networks: placed };
}

/** What a call gives: the id of a record, null for none, or the code of its error. */
const answerOf = async (call: Promise<{ readonly id: string } | null>): Promise<string | null> =>
  await call.then(
    (record) => record?.id ?? null,
    (error: unknown) => (error as { readonly code: string }).code,
  );

/** What an import says of the record of a row, in the same words. */
async function importedOf(inventory: Inventory, row: Omit<ImportRow, "at">): Promise<string | null> {
  const [step] = stepsOf(await planOf(inventory, [{ at: { line: 1 }, ...row }]));
  if (step?.action === "conflict" && step.problems?.some(({ message }) => message.startsWith("could be "))) return "CONFLICT";
  return step?.action === "create" ? null : (step?.id ?? `${step?.action}`);
}

describe.each(DATABASES)("find and imports on %s", (_, openPlace) => {
  it(
    "mean the same record by a natural key",
    async () => {
      await fc.assert(
        fc.asyncProperty(Sites, async (sites) => {
          await using place = await openPlace();
          await using inventory = await createInventory({ storage: place.storage() });
          const { homes, networks } = await create(inventory, sites);
          for (const name of ["a", "b", "c"])
            expect(await answerOf(inventory.datacenters.find({ name }))).toBe(
              await importedOf(inventory, { type: "datacenter", set: { name } }),
            );
          for (const home of homes) {
            const datacenter = home === null ? null : { id: home };
            for (const key of [0, 1]) {
              const device = await answerOf(inventory.devices.find({ name: `d${key}`, datacenter_id: home }));
              expect(device).toBe(await importedOf(inventory, { type: "device", set: { name: `d${key}`, datacenter } }));
              const subnet = subnetOf(key);
              const network = await answerOf(inventory.networks.find({ subnet, datacenter_id: home }));
              const imported = await importedOf(inventory, { type: "network", set: { name: "n", subnet, datacenter } });
              // Without one in the datacenter, an import takes the networks of the subnet elsewhere in the space.
              const elsewhere = (await inventory.networks.list())
                .filter((one) => one.subnet === subnet && one.datacenter_id !== home)
                .map(({ id }) => id);
              expect(network === null ? [null, "CONFLICT", ...elsewhere] : [network]).toContain(imported);
            }
          }
          for (const network_id of networks) {
            const ip = (await inventory.networks.get(network_id)).subnet.replace("0.0/16", "200.1");
            for (const name of ["p0", "p1"]) {
              const set = { name, network: { id: network_id }, start_ip: ip, end_ip: ip };
              const pool = await answerOf(inventory.pools.find({ network_id, name }));
              expect(pool).toBe(await importedOf(inventory, { type: "pool", set }));
            }
          }
        }),
        { numRuns: atDepth({ few: 15, many: 25, full: 60 }) },
      );
    },
    atDepth({ few: 60_000, many: 300_000 }),
  );
});
