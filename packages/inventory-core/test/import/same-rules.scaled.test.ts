import { createInventory, type ImportRow, type Inventory, isInventoryError, RELATIONSHIP_TYPES } from "@cadastre/inventory-core";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { actionsOf, planOf, problemsOf } from "./import-scene.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import { atDepth } from "../../../../testing/depth.ts";

// What the plan of an import says of a row, and what the service answers to the same change after those before it, is the same.

const last = fc.nat(70);
const networkAt = fc.nat(5);
const Rows = fc.record({
  /** The space that the site comes to: of before, a new one, or none; undefined where it stays in its own. */
  space: fc.option(fc.constantFrom("before", "new", "none"), { freq: 2 }),
  /** Subnets that the networks of before get, by the length of the prefix; undefined for none. */
  moves: fc.tuple(fc.option(fc.constantFrom(24, 26, 27, 28, 23)), fc.option(fc.constantFrom(24, 26, 27, 28, 23))),
  /** New networks inside and around them. */
  networks: fc.uniqueArray(
    fc.record({
      subnet: fc.constantFrom("10.0.0.0/25", "10.0.0.0/28", "10.0.0.32/27", "10.0.0.0/16", "10.0.4.0/24"),
      /** Whether it names the space of before, in place of that of its datacenter. */
      apart: fc.boolean(),
    }),
    { maxLength: 3, selector: ({ subnet }) => subnet },
  ),
  /** New ranges of the pools of before. */
  resizes: fc.tuple(fc.option(fc.tuple(last, last)), fc.option(fc.tuple(last, last))),
  pools: fc.array(
    fc.record({
      network: fc.constantFrom(0, 0, 0, 1, 2, 3),
      third: fc.constantFrom(0, 0, 0, 1),
      from: last,
      length: fc.integer({ min: -1, max: 25 }),
    }),
    { maxLength: 6 },
  ),
  devices: fc.array(
    fc.array(
      fc.record({
        third: fc.constantFrom(0, 0, 0, 1, 4),
        last: fc.constantFrom(3, 12, 33),
        network: fc.option(networkAt),
        pool: fc.option(fc.nat(6), { freq: 2 }),
      }),
      { maxLength: 4 },
    ),
    { maxLength: 4 },
  ),
  edges: fc.array(
    fc.record({ parent: fc.nat(6), child: fc.nat(6), type: fc.constantFrom(...RELATIONSHIP_TYPES.map(({ name }) => name)) }),
    { maxLength: 8 },
  ),
});

type Rows = typeof Rows extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * What is there before, in a datacenter of its own: two networks with a pool and an allocation each, and devices that are related; and in a
 * space that has a name, a network with a pool that contains addresses of theirs.
 */
interface Before {
  readonly space: string;
  readonly datacenter: string;
  readonly networks: readonly string[];
  readonly pools: readonly string[];
  readonly devices: readonly string[];
}

let spaces = 0;

async function begin(inventory: Inventory): Promise<Before> {
  const networks: string[] = [];
  const pools: string[] = [];
  const { id: space } = await inventory.spaces.create({ name: `space ${(spaces += 1)}` });
  const shared = await inventory.networks.create({ name: "shared", subnet: "10.0.0.32/28", space_id: space });
  await inventory.pools.create(shared.id, { name: "s", start_ip: "10.0.0.33", end_ip: "10.0.0.40" });
  const { id: datacenter } = await inventory.datacenters.create({ name: `site ${spaces}` });
  for (const third of [0, 1]) {
    const { id } = await inventory.networks.create({ name: `n${third}`, subnet: `10.0.${third}.0/24`, datacenter_id: datacenter });
    const pool = await inventory.pools.create(id, { name: "p", start_ip: `10.0.${third}.10`, end_ip: `10.0.${third}.20` });
    await inventory.pools.allocate(pool.id, { ip: `10.0.${third}.15` });
    networks.push(id);
    pools.push(pool.id);
  }
  const devices: string[] = [];
  for (const name of ["a", "b", "c"]) devices.push((await inventory.devices.create({ name, datacenter_id: datacenter })).id);
  const [a = "", b = "", c = ""] = devices;
  await inventory.relationships.create(a, { child_id: b, type: "contains" });
  await inventory.relationships.create(b, { child_id: c, type: "depends_on" });
  return { space, datacenter, networks: [...networks, shared.id], pools, devices };
}

/** A row of the import, and the same as a call of the service; null when it refers to a record that is not there. */
interface Pair {
  readonly row: Omit<ImportRow, "at">;
  readonly call: (inventory: Inventory, ids: Ids) => (() => Promise<{ readonly id?: string } | { readonly status: string }>) | null;
}

/** Ids by the references of rows; those of before are their own. */
type Ids = ReadonlyMap<string, string>;

const reference = (to: string): { ref: string } | { id: string } => (to.startsWith("new ") ? { ref: to } : { id: to });

function pairsOf(before: Before, { space, moves, networks, resizes, pools, devices, edges }: Rows): Pair[] {
  const pairs: Pair[] = [];
  if (space === "new")
    pairs.push({
      row: { type: "space", ref: "new space", set: { name: `new of ${before.space}` } },
      call: (inventory) => async () => await inventory.spaces.create({ name: `new of ${before.space}` }),
    });
  if (space !== null) {
    const to = { before: { id: before.space }, new: { ref: "new space" }, none: null }[space];
    pairs.push({
      row: { type: "datacenter", set: { id: before.datacenter, space: to } },
      call: (inventory, ids) => async () =>
        await inventory.datacenters.update(before.datacenter, {
          space_id: to === null ? null : ((to.id ?? ids.get(to.ref ?? "")) as string),
        }),
    });
  }
  moves.forEach((length, third) => {
    if (length === null) return;
    const id = before.networks[third] as string;
    const subnet = length === 23 ? "10.0.2.0/23" : `10.0.${third}.0/${length}`;
    pairs.push({
      row: { type: "network", set: { id, subnet } },
      call: (inventory) => async () => await inventory.networks.update(id, { subnet }),
    });
  });
  const networkRefs = [...before.networks];
  for (const { subnet, apart } of networks) {
    const ref = `new ${subnet}`;
    networkRefs.push(ref);
    const set = { name: ref, subnet };
    pairs.push({
      row: {
        type: "network",
        ref,
        set: { ...set, datacenter: { id: before.datacenter }, ...(apart ? { space: { id: before.space } } : {}) },
      },
      call: (inventory) => async () =>
        await inventory.networks.create({ ...set, datacenter_id: before.datacenter, space_id: apart ? before.space : null }),
    });
  }
  const poolRefs = [...before.pools];
  resizes.forEach((range, third) => {
    if (range === null) return;
    const id = before.pools[third] as string;
    const set = { start_ip: `10.0.${third}.${range[0]}`, end_ip: `10.0.${third}.${range[1]}` };
    pairs.push({
      row: { type: "pool", set: { id, network: { id: before.networks[third] as string }, ...set } },
      call: (inventory) => async () => await inventory.pools.update(id, set),
    });
  });
  for (const [index, { network, third, from, length }] of pools.entries()) {
    const within = networkRefs[network % networkRefs.length] as string;
    const ref = `new pool ${index}`;
    poolRefs.push(ref);
    const set = { name: ref, start_ip: `10.0.${third}.${from}`, end_ip: `10.0.${third}.${Math.max(from + length, 0)}` };
    pairs.push({
      row: { type: "pool", ref, set: { ...set, network: reference(within) } },
      call: (inventory, ids) => {
        const id = ids.get(within);
        return id === undefined ? null : async () => await inventory.pools.create(id, set);
      },
    });
  }
  const deviceRefs = [...before.devices];
  for (const [index, addresses] of devices.entries()) {
    const ref = `new device ${index}`;
    deviceRefs.push(ref);
    const placed = addresses.map(({ third, last: host, network, pool }) => ({
      ip: `10.0.${third}.${host}`,
      network: network === null ? undefined : (networkRefs[network % networkRefs.length] as string),
      pool: pool === null ? undefined : (poolRefs[pool % poolRefs.length] as string),
    }));
    pairs.push({
      row: {
        type: "device",
        ref,
        set: {
          name: ref,
          datacenter: { id: before.datacenter },
          addresses: placed.map(({ ip, network, pool }) => ({
            ip,
            ...(network === undefined ? {} : { network: reference(network) }),
            ...(pool === undefined ? {} : { pool: reference(pool) }),
          })),
        },
      },
      call: (inventory, ids) => {
        if (placed.some(({ network, pool }) => [network, pool].some((to) => to !== undefined && !ids.has(to)))) return null;
        const given = placed.map(({ ip, network, pool }) => ({
          ip,
          network_id: network === undefined ? null : (ids.get(network) ?? null),
          pool_id: pool === undefined ? null : (ids.get(pool) ?? null),
        }));
        return async () => await inventory.devices.create({ name: ref, datacenter_id: before.datacenter, addresses: given });
      },
    });
  }
  const told = new Set<string>();
  for (const { parent, child, type } of edges) {
    const [above, below] = [deviceRefs[parent % deviceRefs.length] as string, deviceRefs[child % deviceRefs.length] as string];
    // Two rows of the same relationship are refused as such.
    if (told.has(`${above} ${below} ${type}`)) continue;
    told.add(`${above} ${below} ${type}`);
    pairs.push({
      row: { type: "relationship", set: { parent: reference(above), child: reference(below), type } },
      call: (inventory, ids) => {
        const [id, other] = [ids.get(above), ids.get(below)];
        return id === undefined || other === undefined
          ? null
          : async () => await inventory.relationships.create(id, { child_id: other, type });
      },
    });
  }
  return pairs;
}

/** What the service answers to one row after the other: refused, or not. What is there already is no refusal of an import. */
async function answers(inventory: Inventory, before: Before, pairs: readonly Pair[]): Promise<(string | undefined)[]> {
  const ids = new Map([...before.networks, ...before.pools, ...before.devices].map((id) => [id, id]));
  const refusals: (string | undefined)[] = [];
  for (const { row, call } of pairs) {
    const ask = call(inventory, ids);
    if (ask === null) {
      refusals.push("refers to what is not there");
      continue;
    }
    try {
      const made = await ask();
      if (row.ref !== undefined && "id" in made && made.id !== undefined) ids.set(row.ref, made.id);
      refusals.push(undefined);
    } catch (error) {
      if (!isInventoryError(error)) throw error;
      refusals.push(row.type === "relationship" && error.code === "ALREADY_EXISTS" ? undefined : error.message);
    }
  }
  return refusals;
}

describe.each(DATABASES)("the plan of an import and the services on %s", (_, newPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;

  beforeEach(async () => {
    place = await newPlace();
    inventory = await createInventory({ storage: place.storage() });
  });
  afterEach(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  it("agree on every row of random imports", async () => {
    const seen = { refused: 0, taken: 0 };
    const agree = fc.asyncProperty(Rows, async (rows) => {
      const before = await begin(inventory);
      const pairs = pairsOf(before, rows);
      const plan = await planOf(
        inventory,
        pairs.map(({ row }, index) => ({ at: { line: index + 1 }, ...row })),
      );
      const refusals = await answers(inventory, before, pairs);
      const planned = actionsOf(plan).map((action) => (action === "conflict" || action === "error" ? "refused" : "taken"));
      for (const kind of planned) seen[kind as keyof typeof seen] += 1;
      const told = { plan: problemsOf(plan), services: refusals.map((refusal, index) => `${index + 1}: ${refusal ?? "taken"}`) };
      expect(planned, JSON.stringify(told, null, 1)).toEqual(refusals.map((refusal) => (refusal === undefined ? "taken" : "refused")));
    });
    await fc.assert(agree, { numRuns: atDepth({ few: 10, many: 40 }) });
    // Otherwise the rules were hardly asked.
    expect(Math.min(seen.refused, seen.taken)).toBeGreaterThan(atDepth({ few: 10, many: 60 }));
  });
});
