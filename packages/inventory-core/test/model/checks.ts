import type { Inventory } from "@cadastre/inventory-core";
import { expect } from "vitest";
import { comparable, conflictRecord, conflictsOf } from "./conflict-model.ts";
import type { Model, ModelNetwork, ModelPool } from "./model.ts";
import { expectChoice, expectFreePrefixes } from "./free-prefixes.ts";
import { count, endsOf, isIpv4, numberOf, sizeOf, subnetAt, subnetText, textOf, within } from "./numbers.ts";
import type { Random } from "./random.ts";
import { allocationRecord, deviceRecord, networkRecord, poolRecord, untimed } from "./records.ts";

/** What the engine answers, compared with what the model says. */

interface Entry {
  readonly ip: string;
  readonly status: string;
  readonly device_id?: string;
}

/** Pools of more addresses are looked at in blocks. */
const MAX_ENTRIES = 1100n;

export async function codeOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

export async function expectNextIp(inventory: Inventory, model: Model, pool: ModelPool): Promise<string | null> {
  const [free] = model.free(pool, 1);
  // What is passed over because somebody answered there has tests of its own (pools/passed-over.test.ts).
  const answer = await inventory.pools.nextIp(pool.id, { evidence: "ignore" }).then(
    ({ ip }) => ip,
    (error: { code?: string }) => error.code,
  );
  expect(answer, `next-ip of ${pool.name} ${textOf(pool.span.lo)}–${textOf(pool.span.hi)}`).toBe(
    free === undefined ? "IP_NOT_AVAILABLE" : textOf(free),
  );
  return free === undefined ? null : textOf(free);
}

function entriesOf(model: Model, pool: ModelPool): Entry[] {
  const space = model.spaceOfNetwork(pool.network);
  const used = model.used(space);
  const reserved = new Set([...model.held(space), ...model.reserved(space)]);
  const entries: Entry[] = [];
  for (let n = pool.span.lo; n <= pool.span.hi; n += 1n) {
    const holder = used.get(n);
    entries.push({
      ip: textOf(n),
      ...(holder === undefined ? { status: reserved.has(n) ? "reserved" : "available" } : { status: "used", device_id: holder }),
    });
  }
  return entries;
}

/** Prefix length of blocks of which a pool has at most a few hundred. */
function foldingOf(pool: ModelPool, random: number): number {
  const bits = isIpv4(pool.span.lo) ? 32 : 128;
  const wide = sizeOf(pool.span).toString(2).length;
  return Math.max(0, Math.min(bits, bits - wide + Math.floor(random * 8)));
}

function blocksOf(model: Model, pool: ModelPool, prefix: number): unknown[] {
  const space = model.spaceOfNetwork(pool.network);
  const used = new Set(model.used(space).keys());
  const reserved = new Set([...model.held(space), ...model.reserved(space)].filter((n) => !used.has(n)));
  const blocks: unknown[] = [];
  for (let at = pool.span.lo; at <= pool.span.hi;) {
    const block = subnetAt(at, prefix);
    const part = { lo: at, hi: block.hi < pool.span.hi ? block.hi : pool.span.hi };
    const inside = (numbers: Set<bigint>): bigint => BigInt([...numbers].filter((n) => within(n, part)).length);
    const available = sizeOf(part) - inside(used) - inside(reserved);
    blocks.push({
      cidr: subnetText(block),
      total: count(sizeOf(part)),
      used: count(inside(used)),
      reserved: count(inside(reserved)),
      available: count(available),
    });
    at = block.hi + 1n;
  }
  return blocks;
}

/** Heatmap, folded heatmap and next-ip of a pool, with the model and with each other. */
export async function expectPool(inventory: Inventory, model: Model, pool: ModelPool, random: number): Promise<void> {
  const next = await expectNextIp(inventory, model, pool);
  const prefix = foldingOf(pool, random);
  // What scans saw is no part of the model, in blocks as in entries.
  const folded = (await inventory.pools.heatmap(pool.id, { prefix })) as { readonly seen?: number | string }[];
  expect(
    folded.map(({ seen: _, ...block }) => block),
    `heatmap of ${pool.name} by /${prefix}`,
  ).toEqual(blocksOf(model, pool, prefix));
  if (sizeOf(pool.span) > 65_536n) expect(await codeOf(async () => await inventory.pools.heatmap(pool.id))).toBe("VALIDATION_ERROR");
  if (sizeOf(pool.span) > MAX_ENTRIES) return;
  const told = (await inventory.pools.heatmap(pool.id)) as (Entry & { readonly seen?: boolean })[];
  const heatmap: Entry[] = told.map(({ seen: _, ...entry }) => entry);
  expect(heatmap, `heatmap of ${pool.name}`).toEqual(entriesOf(model, pool));
  expect(heatmap.find(({ status }) => status === "available")?.ip ?? null, "the first available address").toBe(next);
}

export async function expectUtilization(inventory: Inventory, model: Model, network: ModelNetwork): Promise<void> {
  const { subnet } = network;
  const ends: readonly bigint[] = isIpv4(subnet.lo) ? endsOf(subnet) : [];
  const held = [...model.used(model.spaceOfNetwork(network)).keys()];
  const used = BigInt(held.filter((n) => within(n, subnet) && !ends.includes(n)).length);
  // Of IPv6 every address counts, the one that is never handed out too (docs/spec/addresses.md#utilization).
  const total = sizeOf(subnet) - BigInt(ends.length);
  const answer = await inventory.networks.utilization(network.id);
  const { utilization, ...counts } = answer;
  const what = `utilization of ${network.name} ${subnetText(subnet)}`;
  expect(counts, what).toEqual({
    network_id: network.id,
    total_ips: count(total),
    used_ips: count(used),
    available_ips: count(used > total ? 0n : total - used),
  });
  const exact = used >= total ? 100 : Number((used * 1_000_000n) / total) / 10_000;
  expect(Math.abs(utilization - exact), `${what}: ${utilization} for ${exact}`).toBeLessThanOrEqual(0.0051);
  // A heatmap also shows the ends of the network as used where devices hold them.
  const heldEnds = BigInt(ends.filter((n) => held.includes(n)).length);
  for (const pool of model.poolsOf(network).filter(({ span }) => span.lo === subnet.lo && span.hi === subnet.hi)) {
    const [whole] = (await inventory.pools.heatmap(pool.id, { prefix: subnet.prefix })) as { used: number | string }[];
    expect(whole?.used, `used in the heatmap of ${pool.name}, the whole of its network`).toEqual(count(used + heldEnds));
  }
}

const byId = (a: { readonly id?: unknown }, b: { readonly id?: unknown }): number => (String(a.id) < String(b.id) ? -1 : 1);

/** Every record of every kind. */
export async function expectRecords(inventory: Inventory, model: Model): Promise<void> {
  expect((await inventory.devices.list()).map(untimed).toSorted(byId), "devices").toEqual(model.devices.map(deviceRecord).toSorted(byId));
  expect((await inventory.networks.list()).map(untimed).toSorted(byId), "networks").toEqual(
    model.networks.map((network) => networkRecord(model, network)).toSorted(byId),
  );
  const datacenters = (await inventory.datacenters.list()).map(({ id, space_id: space }) => `${id} ${space}`);
  expect(datacenters.toSorted(), "datacenters").toEqual(model.datacenters.map((id) => `${id} ${model.named.get(id) ?? null}`).toSorted());
  const spaces = (await inventory.spaces.list()).map(({ id, name }) => ({ id, name }));
  expect(spaces.toSorted(byId), "spaces").toEqual(model.spaces.toSorted(byId));
  await expectSpaces(inventory, model);
  const relationships = (await inventory.relationships.listAll()).map(
    ({ parent_id: parent, child_id: child, type }) => `${parent} ${type} ${child}`,
  );
  expect(relationships.toSorted(), "relationships").toEqual(
    model.relationships.map(({ parent, child, type }) => `${parent} ${type} ${child}`).toSorted(),
  );
  for (const network of model.networks) {
    const seen = (await inventory.discoveredDevices.list({ network_id: network.id })).map(
      ({ id, ip, promoted_to_device_id: device }) => `${id} ${ip} ${device}`,
    );
    const expectedSeen = model.discovered
      .filter((one) => one.network === network)
      .map(({ id, n, device }) => `${id} ${textOf(n)} ${device?.id ?? null}`);
    expect(seen.toSorted(), `seen in ${network.name}`).toEqual(expectedSeen.toSorted());
    const pools = await inventory.pools.list(network.id);
    expect(pools.map(untimed).toSorted(byId), `pools of ${network.name}`).toEqual(model.poolsOf(network).map(poolRecord).toSorted(byId));
    const linked = model.devices.filter(({ addresses }) => addresses.some((address) => address.network === network));
    const devices = await inventory.networks.devices(network.id);
    expect(devices.map(({ id }) => id).toSorted(), `devices of ${network.name}`).toEqual(linked.map(({ id }) => id).toSorted());
  }
  for (const pool of model.pools) {
    const allocations = await inventory.pools.allocations(pool.id);
    const expected = model.allocations.filter((one) => one.pool === pool).map(allocationRecord);
    expect(allocations.map(untimed).toSorted(byId), `allocations of ${pool.name}`).toEqual(expected.toSorted(byId));
    const numbers = allocations.map(({ ip }) => numberOf(ip));
    expect(
      numbers.every((n, index) => index === 0 || (numbers[index - 1] as bigint) <= n),
      "allocations come by address",
    ).toBe(true);
  }
}

/** Each space lists the networks and devices that are in it. */
async function expectSpaces(inventory: Inventory, model: Model): Promise<void> {
  const ids = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id).toSorted();
  for (const space of [null, ...model.datacenters, ...model.spaces.map(({ id }) => id)]) {
    const filter = { space_id: space ?? "none" };
    const networks = model.networks.filter((network) => model.spaceOfNetwork(network) === space);
    expect(ids(await inventory.networks.list(filter)), `networks of space ${space}`).toEqual(ids(networks));
    const devices = model.devices.filter(
      (device) =>
        model.spaceOfDatacenter(device.datacenter) === space ||
        device.addresses.some((address) => model.spaceOf(device, address) === space),
    );
    expect(ids(await inventory.devices.list(filter)), `devices of space ${space}`).toEqual(ids(devices));
  }
}

/** The conflicts that are open are those there are, ignored or not. */
async function expectConflicts(inventory: Inventory, model: Model): Promise<void> {
  const expected = [...conflictsOf(model)].map(([name, conflict]) => ({
    status: model.ignored.has(name) ? "ignored" : "active",
    ...conflictRecord(conflict),
  }));
  const all = await inventory.conflicts.list();
  const open = all.filter(({ status }) => status !== "resolved").map((record) => ({ status: record.status, ...comparable(record) }));
  const sorted = (records: readonly object[]): string[] => records.map((record) => JSON.stringify(record)).toSorted();
  expect(sorted(open), "open conflicts").toEqual(sorted(expected));
  expect(
    all.every(({ status, resolved_at: at }) => (status === "resolved") === (at !== null)),
    "resolved conflicts say when",
  ).toBe(true);
}

/** Everything that the engine answers. */
export async function expectAll(inventory: Inventory, model: Model, random: Random): Promise<void> {
  await expectRecords(inventory, model);
  await expectConflicts(inventory, model);
  for (const network of model.networks) {
    await expectUtilization(inventory, model, network);
    await expectFreePrefixes(inventory, model, network, random);
  }
  for (const pool of model.pools) await expectPool(inventory, model, pool, random.next());
  const network = random.pick(model.networks);
  if (network !== undefined) await expectChoice(inventory, model, network, random);
}
