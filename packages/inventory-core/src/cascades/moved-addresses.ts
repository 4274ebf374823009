import { type AddressKey, keyOf } from "../address/address-key.ts";
import { normalizeRuns, type Run } from "../address/runs.ts";
import { containingNetworks, mostSpecific, type NetworkRange, networksById, poolOf, poolsContaining } from "../address-space/locate.ts";
import { COMMON_SPACE, FALLING_BACK } from "../address-space/space-numbers.ts";
import { reconcile, TouchedKeys } from "../address-space/space-ledger.ts";
import { isTurnOver, turnUnderLock } from "../background/loop-turn.ts";
import type { HomeSpace } from "../contract/cascades.ts";
import type { SqlValue } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { NetworkRow } from "../networks/network.entity.ts";
import { followDevicesSeen } from "../reconciliation/follow-records.ts";
import { rewriteDevices } from "./rewritten-devices.ts";

/**
 * What happens to addresses and allocations when networks and datacenters change. The caller holds the topology lock
 * exclusively, which keeps off every other writer of addresses.
 */

interface Linked {
  readonly id: string;
  readonly device_id: string;
  readonly space: number;
  readonly ip_key: AddressKey;
}

/** Where an address goes. */
interface Link {
  readonly space: number;
  readonly network_id: string | null;
  readonly pool_id: string | null;
}

/** Addresses that are moved between two turns of the event loop. */
const SLICE = 500;

/** Gives addresses a new place, keeps runs and counters of both spaces right, and writes their devices anew. */
async function relink(change: Change, addresses: readonly Linked[], linkOf: (address: Linked) => Link): Promise<void> {
  for (let at = 0; at < addresses.length; at += SLICE) {
    const slice = addresses.slice(at, at + SLICE);
    const touched = new TouchedKeys();
    const spaces = new Set<number>();
    const moved = new Map<number, string[]>();
    const links: (string | null)[][] = [];
    for (const address of slice) {
      const { space, network_id: networkId, pool_id: poolId } = linkOf(address);
      touched.add(address.space, address.ip_key).add(space, address.ip_key);
      spaces.add(address.space).add(space);
      if (space !== address.space) moved.set(space, [...(moved.get(space) ?? []), address.id]);
      links.push([address.id, networkId, poolId]);
    }
    await reconcile(change, touched, async () => {
      await change.update("address", "id", ["network_id", "pool_id"], links);
      for (const [space, ids] of moved) await change.run("update address set space = ? where id = any(?)", [space, ids]);
    });
    await followDevicesSeen(change, spaces, deviceIdsOf(slice));
  }
  rewriteDevices(
    change,
    addresses.map((address) => address.device_id),
    ["addresses"],
  );
}

const deviceIdsOf = (addresses: readonly Linked[]): string[] => [...new Set(addresses.map((address) => address.device_id))];

const COLUMNS = ["a.id", "a.device_id", "a.space", "a.ip_key"];

/** All addresses of both families. */
const ALL: Run = { lo: keyOf(4, 0n), hi: keyOf(6, 2n ** 128n - 1n) };

/** Addresses, and which of them a statement looks through. */
interface AddressSource {
  /** Condition for the addresses that are looked through, which an index has in the order of `ip_key`. */
  readonly among: string;
  readonly amongParams: readonly SqlValue[];
  readonly where: string;
  readonly params: readonly SqlValue[];
}

/** The device is looked up for each address: as a join, PostgreSQL reads all devices where it expects many addresses. */
const WITH_HOMES = `from address a left join network l on l.id = a.network_id
  left join datacenter c on c.id = (select d.datacenter_id from device d where d.id = a.device_id)`;

/** Goes through the addresses of a run once, some hundreds at a time; all holders of one address are in one page. */
async function* addressPages<Row extends { readonly id: string; readonly ip_key: AddressKey }>(
  change: Change,
  { among, amongParams, where, params }: AddressSource,
  { lo, hi }: Run,
  { columns, from: tables }: { readonly columns: readonly string[]; readonly from: string },
): AsyncGenerator<readonly Row[], void> {
  const end = columns.map((column) => (column === "a.ip_key" ? "last" : "null")).join(", ");
  for (let [begins, from] = [">=", lo]; ;) {
    const bounds = [...amongParams, from, hi];
    // The row without an id has the last address, where there are more.
    const rows = await change.all<Row | { readonly id: null; readonly ip_key: AddressKey }>(
      `with page (last) as (select a.ip_key from address a where ${among} and a.ip_key ${begins} ? and a.ip_key <= ?
         order by a.ip_key limit 1 offset ${SLICE})
       select ${columns.join(", ")} ${tables}
       where ${where} and ${among} and a.ip_key ${begins} ? and a.ip_key <= coalesce((select last from page), ?)
       union all select ${end} from page order by 4, 1`,
      [...bounds, ...params, ...bounds],
    );
    yield rows.filter((row): row is Row => row.id !== null);
    const last = rows.find(({ id }) => id === null);
    if (last === undefined) return;
    [begins, from] = [">", last.ip_key];
    if (isTurnOver()) await turnUnderLock();
  }
}

/** Goes through the addresses of a network in the order of their devices, some hundreds at a time. They may leave it meanwhile. */
async function* linkedPages<Row extends Linked>(
  change: Change,
  networkId: string,
  { columns = COLUMNS, where = "1 = 1", params = [] }: { columns?: readonly string[]; where?: string; params?: readonly SqlValue[] },
): AsyncGenerator<readonly Row[], void> {
  for (let [device, id] = ["", ""]; ;) {
    const rows = await change.all<Row>(
      `select ${columns.join(", ")} from address a
       where a.network_id = ? and (a.device_id, a.id) > (?, ?) and ${where} order by a.device_id, a.id limit ${SLICE}`,
      [networkId, device, id, ...params],
    );
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE) return;
    [device, id] = [last.device_id, last.id];
    if (isTurnOver()) await turnUnderLock();
  }
}

/** Addresses of a space in which a network was created, moved, resized or deleted. */
export type Region = Pick<NetworkRow, "space" | "first_key" | "last_key">;

/** An address with its link, and the space of its device's datacenter. */
interface Candidate extends Linked {
  readonly network_id: string | null;
  readonly pool_id: string | null;
  readonly home: number;
  readonly falls_back: number;
  /** The subnet of its network. */
  readonly cidr_key: string | null;
}

/** Where networks changed. */
export interface Relinking {
  /** Regions that a network left, and those whose pools changed. */
  readonly left?: readonly Region[];
  /** Regions that a network entered. It takes addresses of other spaces that are linked in its space first. */
  readonly entered?: readonly Region[];
  /** A network that moved, or that is being deleted: its addresses are always linked anew. */
  readonly changed?: string;
  /** Whether that network is being deleted, so that nothing may be linked to it. */
  readonly isDeleted?: boolean;
}

/**
 * Links every address of some regions to the smallest network of its space that contains it, or to none, and to that network's pool. An
 * address whose network does not contain it is skipped, unless that network is the changed one: a plan is still moving its network.
 */
export async function relinkAddresses(change: Change, relinking: Relinking): Promise<void> {
  const { left = [], entered = [] } = relinking;
  for (const [space, run] of runsOf([...left, ...entered])) await relinkRun(change, inSpace(space, relinking), run, relinking);
  for (const [space, run] of runsOf(entered)) await relinkRun(change, elsewhere(space), run, relinking);
}

function runsOf(regions: readonly Region[]): readonly (readonly [space: number, run: Run])[] {
  return [...Map.groupBy(regions, ({ space }) => space)].flatMap(([space, some]) =>
    normalizeRuns(some.map(({ first_key: lo, last_key: hi }) => ({ lo, hi }))).map((run) => [space, run] as const),
  );
}

interface Source extends AddressSource {
  /** Whether the addresses are in another space than the network, which comes before that space. */
  readonly isElsewhere: boolean;
}

/** Addresses of a space. */
const inSpace = (space: number, { changed = "" }: Relinking): Source => ({
  among: "a.space = ?",
  amongParams: [space],
  where: MAY_BE_WRONG,
  params: [changed],
  isElsewhere: false,
});

/** Addresses of other spaces that a network of a space takes. */
const elsewhere = (space: number): Source =>
  space === COMMON_SPACE
    ? {
        among: `a.space in (${FALLING_BACK}) and a.space <> ${COMMON_SPACE} and a.network_id is null`,
        amongParams: [],
        where: "1 = 1",
        params: [],
        isElsewhere: true,
      }
    : { among: "a.space = ?", amongParams: [COMMON_SPACE], where: FALLS_BACK_FROM, params: [space], isElsewhere: true };

/** Whether addresses of a device are linked in a space first, and in the common one otherwise. */
const FALLS_BACK_FROM = "c.home = ? and c.space_id is null";

/**
 * Whether an address may have another link than its smallest network and that network's pool: most have no smaller network. Of networks of
 * one subnet only the oldest counts its children.
 */
const MAY_BE_WRONG = `(a.network_id is null or a.network_id = ? or (l.first_key <= a.ip_key and l.last_key >= a.ip_key and (
  l.child_count > 0
  or exists (select 1 from network t where t.space = l.space and t.cidr_key = l.cidr_key and t.id < l.id)
  or (a.pool_id is null and exists (
    select 1 from pool p where p.network_id = a.network_id and p.start_key <= a.ip_key and p.end_key >= a.ip_key)))))`;

async function relinkRun(change: Change, source: Source, run: Run, relinking: Relinking): Promise<void> {
  const columns = [
    ...COLUMNS,
    "a.network_id",
    "a.pool_id",
    `coalesce(c.home, ${COMMON_SPACE}) as home`,
    "case when c.space_id is null then 1 else 0 end as falls_back",
    "l.cidr_key",
  ];
  for await (const rows of addressPages<Candidate>(change, source, run, { columns, from: WITH_HOMES }))
    await relinkSlice(change, rows, source.isElsewhere, relinking);
}

async function relinkSlice(
  change: Change,
  rows: readonly Candidate[],
  isElsewhere: boolean,
  { changed, isDeleted = false }: Relinking,
): Promise<void> {
  if (rows.length === 0) return;
  const spaces = new Set([COMMON_SPACE, ...rows.flatMap(({ space, home }) => [space, home])]);
  const keys = [...new Set(rows.map(({ ip_key: key }) => key))];
  const deleted = isDeleted ? changed : undefined;
  const containing = await containingNetworks(change, [...spaces], keys, deleted);
  const around = rows.map(({ ip_key: key }) => containing.get(key) ?? []);
  // Of two networks of one subnet, an address keeps its own.
  const twins = rows.flatMap(({ space, network_id: own, cidr_key: subnet }, index) => {
    const smallest = isElsewhere ? undefined : smallestIn(space, around[index] ?? []);
    return own !== null && own !== deleted && subnet === smallest?.cidr_key && own !== smallest.id ? [own] : [];
  });
  const kept = await networksById(change, [...new Set(twins)]);
  const networks = rows.map((row, index) => {
    const smallest = isElsewhere ? undefined : smallestIn(row.space, around[index] ?? []);
    const twin = smallest === undefined ? undefined : kept.get(row.network_id ?? "");
    const own = twin?.cidr_key === smallest?.cidr_key ? twin : undefined;
    return own ?? smallest ?? mostSpecific(around[index], { space: row.home, fallsBack: row.falls_back === 1 });
  });
  const pools = await poolsContaining(
    change,
    rows.flatMap(({ ip_key: key }, index) => (networks[index] === undefined ? [] : [[networks[index].id, key] as const])),
  );
  const links = new Map(
    rows.map((row, index) => {
      const network = networks[index];
      const pool = network === undefined ? undefined : poolOf(pools, network.id, row.ip_key);
      return [row.id, { space: network?.space ?? row.home, network_id: network?.id ?? null, pool_id: pool?.id ?? null }] as const;
    }),
  );
  await relink(
    change,
    rows.filter((row) => {
      const link = links.get(row.id) as Link;
      return link.network_id !== row.network_id || link.pool_id !== row.pool_id || link.space !== row.space;
    }),
    ({ id }) => links.get(id) as Link,
  );
}

const smallestIn = (space: number, around: readonly NetworkRange[]): NetworkRange | undefined =>
  around.findLast((network) => network.space === space);

/** Gives the linked addresses of some networks to other networks of the same space. @param receiverOf the network that gets an address */
export async function handOverAddresses(
  change: Change,
  networkIds: readonly string[],
  receiverOf: (key: AddressKey) => string,
): Promise<void> {
  for (const networkId of networkIds)
    for await (const linked of linkedPages<Linked & { pool_id: string | null }>(change, networkId, {
      columns: [...COLUMNS, "a.pool_id"],
    })) {
      const pools = new Map(linked.map((address) => [address.id, address.pool_id]));
      await relink(change, linked, ({ id, space, ip_key: key }) => ({
        space,
        network_id: receiverOf(key),
        pool_id: pools.get(id) ?? null,
      }));
    }
}

/** Whether networks of a space contain addresses of other spaces that they would link, where no address of their space is in them. */
export async function hasAddressesElsewhere(
  change: Change,
  space: number,
  networks: readonly Pick<NetworkRow, "first_key" | "last_key">[],
): Promise<boolean> {
  const first = networks.reduce((least, { first_key: key }) => (key < least ? key : least), networks[0]?.first_key ?? "");
  const last = networks.reduce((most, { last_key: key }) => (key > most ? key : most), "");
  const { where, params } = elsewhere(space);
  const found = await change.get(`select 1 as one ${WITH_HOMES} where ${where} and a.ip_key >= ? and a.ip_key <= ? limit 1`, [
    ...params,
    first,
    last,
  ]);
  return found !== undefined;
}

/** Moves the addresses inside a network and its allocations to its space, with runs and conflicts; its own counters are the caller's. */
export async function followSpace(
  change: Change,
  { id, space, first_key: first, last_key: last }: Region & { readonly id: string },
): Promise<void> {
  const inside = { where: "a.space <> ? and a.ip_key >= ? and a.ip_key <= ?", params: [space, first, last] };
  for await (const addresses of linkedPages(change, id, inside)) await moveToSpace(change, space, "address", addresses);
  const allocations = await change.all<Pick<Linked, "id" | "space" | "ip_key">>(
    "select h.id, h.space, h.ip_key from allocation h join pool p on p.id = h.pool_id where p.network_id = ? and h.space <> ? order " +
      "by h.ip_key",
    [id, space],
  );
  await moveToSpace(change, space, "allocation", allocations);
}

/** Gives rows another space, slice by slice. The records do not change: only the space, which is no part of them. */
async function moveToSpace(
  change: Change,
  space: number,
  table: "address" | "allocation",
  rows: readonly (Pick<Linked, "id" | "space" | "ip_key"> & Partial<Pick<Linked, "device_id">>)[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += SLICE) {
    const slice = rows.slice(at, at + SLICE);
    const touched = new TouchedKeys();
    for (const row of slice) touched.add(row.space, row.ip_key).add(space, row.ip_key);
    const work = async (): Promise<number> =>
      await change.run(`update ${table} set space = ? where id = any(?)`, [space, slice.map(({ id }) => id)]);
    await reconcile(change, touched, work, table);
    const spaces = [space, ...slice.map((row) => row.space)];
    await followDevicesSeen(
      change,
      spaces,
      slice.flatMap((row) => row.device_id ?? []),
    );
  }
}

/** Where a datacenter is. */
export interface DatacenterPlace {
  readonly id: string;
  /** Number of the space that it is in. */
  readonly space: number;
}

/**
 * A datacenter is in another space: so are the unlinked addresses of its devices. Those that a network there contains are linked to it.
 * Its networks are there already.
 */
export async function moveUnlinked(change: Change, { id: datacenterId, space }: DatacenterPlace, to: HomeSpace): Promise<void> {
  const unlinked: AddressSource = {
    among: "a.space = ? and a.network_id is null",
    amongParams: [space],
    where: "exists (select 1 from device d where d.id = a.device_id and d.datacenter_id = ?)",
    params: [datacenterId],
  };
  const spaces = to.fallsBack ? [to.space, COMMON_SPACE] : [to.space];
  for await (const slice of addressPages<Linked>(change, unlinked, ALL, { columns: COLUMNS, from: "from address a" })) {
    if (slice.length === 0) continue;
    const containing = await containingNetworks(change, spaces, [...new Set(slice.map((address) => address.ip_key))]);
    const networkOf = ({ ip_key: key }: Linked): NetworkRange | undefined => mostSpecific(containing.get(key), to);
    const linked = slice.filter((address) => networkOf(address) !== undefined);
    const pools = await poolsContaining(
      change,
      linked.map((address) => [networkOf(address)?.id ?? "", address.ip_key]),
    );
    await relink(change, linked, (address) => {
      const network = networkOf(address) as NetworkRange;
      return { space: network.space, network_id: network.id, pool_id: poolOf(pools, network.id, address.ip_key)?.id ?? null };
    });
    await moveToSpace(
      change,
      to.space,
      "address",
      slice.filter((address) => networkOf(address) === undefined),
    );
  }
}
