import { type Inventory, isInventoryError } from "@cadastre/inventory-core";
import { IMPORT_TYPES } from "@cadastre/inventory-core/exchange";
import fc from "fast-check";
import type { ExportRecords } from "../../src/index.ts";

const index = fc.nat(7);
const name = fc.constantFrom("a", "b");
const text = fc.constantFrom("", "=1+1", "'x", 'say "hi"; [1,2]', "two\nlines", "日本 👩‍💻");

/** Inventories in which devices, networks and pools share names, networks share subnets, and devices share addresses. */
export const inventories = fc.record({
  fields: fc.uniqueArray(
    fc.record({ record: fc.constantFrom("datacenter" as const, "network" as const, "pool" as const, "device" as const), name }),
    { maxLength: 4, selector: ({ record, name: own }) => `${record} ${own}` },
  ),
  spaces: fc.uniqueArray(name, { maxLength: 2 }),
  datacenters: fc.uniqueArray(fc.record({ name, space: index, location: text }), { maxLength: 2, selector: (one) => one.name }),
  networks: fc.array(fc.record({ name, subnet: fc.nat(2), datacenter: index, space: index, tags: fc.subarray(["x", "y;z"]) }), {
    minLength: 1,
    maxLength: 6,
  }),
  pools: fc.array(fc.record({ name, network: index, part: fc.nat(3), description: text }), { maxLength: 5 }),
  devices: fc.array(
    fc.record({
      name,
      datacenter: index,
      description: text,
      status: fc.constantFrom("planned" as const, "active" as const),
      tags: fc.subarray(["x", "y;z"]),
      addresses: fc.array(
        fc.record({ network: fc.option(index), host: fc.integer({ min: 1, max: 20 }), port: fc.option(fc.constantFrom(22, 80)) }),
        { maxLength: 4 },
      ),
    }),
    { minLength: 2, maxLength: 7 },
  ),
  edges: fc.array(fc.record({ parent: index, child: index, type: fc.constantFrom("contains", "connected_to", "depends_on") }), {
    maxLength: 5,
  }),
});

type Inventories = typeof inventories extends fc.Arbitrary<infer Value> ? Value : never;

const SUBNETS = ["10.0.0.0/24", "10.0.0.0/16", "2001:db8::/64"] as const;
const ipIn = (subnet: string, host: number): string => (subnet.includes(":") ? `2001:db8::${host}` : `10.0.0.${host}`);

/** Skips what the rules refuse, such as an overlapping pool. */
async function allowed<T>(work: Promise<T>): Promise<T | undefined> {
  return await work.catch((error: unknown) => {
    if (!isInventoryError(error)) throw error;
    return undefined;
  });
}

/** Makes the records of an inventory, as far as the rules allow them. */
export async function build(inventory: Inventory, planned: Inventories): Promise<void> {
  const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % (all.length + 1)];
  for (const field of planned.fields) await inventory.fields.create({ ...field, type: "text" });
  const fieldsOf = (record: string): Record<string, string> =>
    Object.fromEntries(planned.fields.filter((field) => field.record === record).map((field) => [field.name, "=v"]));
  const spaces: string[] = [];
  for (const own of planned.spaces) spaces.push((await inventory.spaces.create({ name: own })).id);
  const datacenters: string[] = [];
  for (const { space, ...own } of planned.datacenters) {
    const created = await inventory.datacenters.create({ ...own, space_id: pick(spaces, space) ?? null, fields: fieldsOf("datacenter") });
    datacenters.push(created.id);
  }
  const networks: { readonly id: string; readonly subnet: string }[] = [];
  for (const { subnet, datacenter, space, ...own } of planned.networks) {
    const homes = { datacenter_id: pick(datacenters, datacenter) ?? null, space_id: pick(spaces, space) ?? null };
    networks.push(await inventory.networks.create({ ...own, ...homes, subnet: SUBNETS[subnet] as string, fields: fieldsOf("network") }));
  }
  for (const { network, part, ...own } of planned.pools) {
    const { id, subnet } = networks[network % networks.length] as (typeof networks)[number];
    const range = { start_ip: ipIn(subnet, part * 5 + 1), end_ip: ipIn(subnet, part * 5 + 5) };
    await allowed(inventory.pools.create(id, { ...own, ...range, fields: fieldsOf("pool") }));
  }
  const devices: string[] = [];
  for (const { datacenter, addresses, ...own } of planned.devices) {
    const sent = addresses.map(({ network, host, port }) => {
      const named = network === null ? undefined : networks[network % networks.length];
      return { ip: ipIn(named?.subnet ?? "10.0.0.0/24", host), port, network_id: named?.id ?? null };
    });
    const created = await allowed(
      inventory.devices.create({
        ...own,
        addresses: sent,
        datacenter_id: pick(datacenters, datacenter) ?? null,
        fields: fieldsOf("device"),
      }),
    );
    if (created !== undefined) devices.push(created.id);
  }
  for (const { parent, child, type } of planned.edges) {
    const [from, to] = [devices[parent % devices.length], devices[child % devices.length]];
    if (from !== undefined && to !== undefined) await allowed(inventory.relationships.create(from, { child_id: to, type }));
  }
}

/** The records of an inventory, as an export takes them. */
export function recordsIn(inventory: Inventory): ExportRecords {
  return {
    field: async function* () {
      yield* await inventory.fields.list();
    },
    space: async function* () {
      yield* await inventory.spaces.list();
    },
    datacenter: async function* () {
      yield* await inventory.datacenters.list();
    },
    network: async function* () {
      yield* await inventory.networks.list();
    },
    pool: async function* () {
      for (const { id } of await inventory.networks.list()) yield* await inventory.pools.list(id);
    },
    device: async function* () {
      yield* await inventory.devices.list();
    },
    relationship: async function* () {
      yield* await inventory.relationships.listAll();
    },
  };
}

/** Everything that an inventory holds, with its ids and without its times. */
export async function contentOf(inventory: Inventory): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const records = recordsIn(inventory);
  const all = await Promise.all(
    IMPORT_TYPES.map(async (type) => {
      const found = await Array.fromAsync<object>(records[type]());
      const texts = found.map((record) => JSON.stringify({ ...record, created_at: undefined, updated_at: undefined }));
      return [type, texts.toSorted().map((each) => JSON.parse(each) as unknown)] as const;
    }),
  );
  return Object.fromEntries(all);
}
