import { createInventory, type ImportRow, type Inventory, isInventoryError } from "@cadastre/inventory-core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actionsOf, contentOf, importRows, planOf, problemsOf } from "./import-scene.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import { atDepth } from "../../../../testing/depth.ts";

/**
 * What somebody may have: fields of their own, spaces, sites, subnets in them, pools at their lower ends, devices with addresses inside and
 * outside.
 */
const Sites = fc.record({
  fields: fc.uniqueArray(
    fc.record({
      record: fc.constantFrom("datacenter", "network", "pool", "device"),
      name: fc.constantFrom("a", "b", "c"),
      type: fc.constantFrom("text", "number", "boolean", "choice"),
      required: fc.boolean(),
      label: fc.constantFrom("", "Label"),
      position: fc.option(fc.nat(5), { nil: undefined }),
    }),
    { maxLength: 6, selector: ({ record, name }) => `${record} ${name}` },
  ),
  spaces: fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { maxLength: 2 }),
  datacenters: fc.uniqueArray(fc.record({ name: fc.stringMatching(/^[a-z]{1,4}$/), space: fc.nat(2) }), {
    maxLength: 3,
    selector: ({ name }) => name,
  }),
  networks: fc.array(
    fc.record({
      third: fc.nat(3),
      home: fc.nat(3),
      space: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(2)),
      vlan: fc.option(fc.integer({ min: 1, max: 4094 })),
      pool: fc.boolean(),
      wide: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
  devices: fc.array(
    fc.record({
      name: fc.nat(12),
      home: fc.nat(3),
      status: fc.constantFrom("planned", "active", "maintenance", "decommissioned"),
      tags: fc.uniqueArray(fc.constantFrom("a", "b", "c")),
      description: fc.string({ maxLength: 8, unit: fc.constantFrom("a", " ", "é", "😀", "'", "\n", ",") }),
      addresses: fc.uniqueArray(fc.record({ third: fc.nat(4), last: fc.integer({ min: 1, max: 12 }) }), {
        maxLength: 4,
        selector: ({ third, last }) => `${third} ${last}`,
      }),
    }),
    { maxLength: 12 },
  ),
  edges: fc.array(fc.record({ parent: fc.nat(11), child: fc.nat(11), type: fc.constantFrom("contains", "connected_to", "depends_on") }), {
    maxLength: 8,
  }),
});

type Sites = typeof Sites extends fc.Arbitrary<infer Value> ? Value : never;

/** A relationship that closes a cycle, or is there already, is refused: then it is not there. */
function ignoreRefusal(error: unknown): void {
  if (!isInventoryError(error)) throw error;
}

/** The same through the operations, one by one, as far as the rules let it. */
async function build(inventory: Inventory, { fields: own, spaces, datacenters, networks, devices, edges }: Sites): Promise<void> {
  for (const field of own) await inventory.fields.create({ ...field, choices: field.type === "choice" ? ["gold", "x;y"] : [] });
  const values = { text: " t", number: 1.5, boolean: false, choice: "x;y" };
  const fieldsOf = (record: string, count: number): Record<string, string | number | boolean | null> =>
    Object.fromEntries(
      own
        .filter((field) => field.record === record)
        .map(({ name, type, required }, index) => [name, required || (index + count) % 2 === 0 ? values[type] : null]),
    );
  const named = [null, ...(await Promise.all(spaces.map(async (name) => (await inventory.spaces.create({ name, rd: `rd ${name}` })).id)))];
  const spaceOf = (index: number): string | null => named[index % named.length] ?? null;
  const homes: (string | null)[] = [null];
  for (const { name, space } of datacenters) {
    const { id } = await inventory.datacenters.create({ name, space_id: spaceOf(space), fields: fieldsOf("datacenter", homes.length) });
    homes.push(id);
  }
  const homeOf = (index: number): string | null => homes[index % homes.length] ?? null;
  for (const { third, home, space, vlan, pool, wide } of networks) {
    const subnet = wide ? "10.0.0.0/16" : `10.0.${third}.0/24`;
    const place = { datacenter_id: homeOf(home), space_id: spaceOf(space) };
    const network = await inventory.networks.create({
      name: `net ${subnet}`,
      subnet,
      vlan_id: vlan,
      ...place,
      fields: fieldsOf("network", third),
    });
    if (pool)
      await inventory.pools.create(network.id, {
        name: "low",
        start_ip: subnet.replace("0/24", "1").replace("0/16", "1"),
        end_ip: subnet.replace("0/24", "6").replace("0/16", "6"),
        fields: fieldsOf("pool", third),
      });
  }
  const ids: string[] = [];
  for (const { name, home, addresses, ...fields } of devices) {
    ids.push(
      (
        await inventory.devices.create({
          ...fields,
          name: `d${name}`,
          fields: fieldsOf("device", name),
          datacenter_id: homeOf(home),
          addresses: addresses.map(({ third, last }) => ({ ip: `10.0.${third}.${last}`, label: `p${last}` })),
        })
      ).id,
    );
  }
  for (const { parent, child, type } of edges) {
    const [from, to] = [ids[parent], ids[child]];
    if (from !== undefined && to !== undefined) await inventory.relationships.create(from, { child_id: to, type }).catch(ignoreRefusal);
  }
}

const REFERENCE = /^(space|datacenter|network|parent|child)_id$/;

/** Everything in it as rows, as a reader of an export would give them. */
async function rowsFrom(inventory: Inventory): Promise<ImportRow[]> {
  const row = (
    type: ImportRow["type"],
    { created_at: _, updated_at: __, ...fields }: Record<string, unknown>,
    index: number,
  ): ImportRow => {
    const set = Object.fromEntries(
      Object.entries(fields).map(([name, value]) =>
        REFERENCE.test(name) ? [name.replace(REFERENCE, "$1"), value === null ? null : { ref: value }] : [name, value],
      ),
    );
    return { at: { path: `${type}s[${index}]` }, type, ...(typeof fields["id"] === "string" ? { ref: fields["id"] } : {}), set };
  };
  // The inventory finds the parents of networks by itself.
  const networks = (await inventory.networks.list()).map(({ parent_id: _, ...network }) => network);
  const pools = (await Promise.all(networks.map(async ({ id }) => await inventory.pools.list(id)))).flat();
  const devices = (await inventory.devices.list()).map(({ addresses, ...device }) => ({
    ...device,
    addresses: addresses.map(({ network_id, pool_id, ...address }) => ({
      ...address,
      network: network_id && { ref: network_id },
      pool: pool_id && { ref: pool_id },
    })),
  }));
  return [
    ...(await inventory.fields.list()).map((record, index) => row("field", { ...record }, index)),
    ...(await inventory.spaces.list()).map((record, index) => row("space", { ...record }, index)),
    ...(await inventory.datacenters.list()).map((record, index) => row("datacenter", { ...record }, index)),
    ...networks.map((record, index) => row("network", { ...record }, index)),
    ...pools.map((record, index) => row("pool", { ...record }, index)),
    ...devices.map((record, index) => row("device", record, index)),
    ...(await inventory.relationships.listAll()).map((record, index) => row("relationship", { ...record }, index)),
  ];
}

describe.each(DATABASES)("any inventory, imported from its rows on %s", (name, openPlace) => {
  it("is the same inventory, and importing it again changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(Sites, fc.constantFrom("whole" as const, "per_row" as const), async (sites, mode) => {
        await using here = await openPlace();
        await using there = await openPlace();
        await using source = await createInventory({ storage: here.storage() });
        await using target = await createInventory({ storage: there.storage() });
        await build(source, sites);
        const rows = await rowsFrom(source);
        const plan = await planOf(target, rows);
        expect(problemsOf(plan)).toEqual([]);
        expect(await target.import.apply(plan, { mode })).toMatchObject({ created: rows.length, failed: 0 });
        expect(await contentOf(target)).toEqual(await contentOf(source));
        expect((await target.verify()).differences).toEqual([]);
        for (const inventory of [source, target])
          expect(new Set(actionsOf(await planOf(inventory, rows)))).toEqual(new Set(rows.length === 0 ? [] : ["unchanged"]));
        expect(await importRows(target, rows, mode)).toMatchObject({ created: 0, updated: 0, unchanged: rows.length });
        expect(await contentOf(target)).toEqual(await contentOf(source));
      }),
      { numRuns: atDepth({ few: 4, many: 10, full: 25 }) },
    );
  });
});
