import { type AddressKey, distance } from "../address/address-key.ts";
import { ChangeState } from "../contract/storage/change-state.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { AddressState, Transition } from "./address-state.ts";
import { containingNetworks, poolsOfSubnets, subnetsIn } from "./locate.ts";
import { POOL_COUNTS, type PoolCounts, poolUtilization, usableAddresses } from "./pool-fill.ts";
import { isHigh, poolUtilizationHigh } from "./pool-utilization.ts";
import { reservedAmong } from "./reserved-addresses.ts";

interface Level extends PoolCounts {
  readonly id: string;
  readonly network_id: string;
  readonly name: string;
  readonly space: number;
}

/** What a change did to a pool. */
interface Touched {
  /** Whether it was high before; undefined while it is to be derived from the transitions. */
  wasHigh: boolean | undefined;
  readonly transitions: Map<AddressKey, Pick<Transition, "from" | "to">>;
}

const touched = new ChangeState((change) => {
  change.beforeCommit(async () => await reportHigh(change));
  return new Map<string, Touched>();
});

/** So many transitions are not kept until the end of a change. */
const MAX_KEPT = 10_000;

async function levelsOf(queries: Queries, ids: readonly string[], now: string): Promise<readonly Level[]> {
  if (ids.length === 0) return [];
  return await queries.all<Level>(
    `select p.id, p.network_id, p.name, n.space, ${POOL_COUNTS} from pool p join network n on n.id = p.network_id where p.id = any(?)`,
    [now, ids],
  );
}

const isHighIn = (change: Change, level: PoolCounts): boolean =>
  isHigh(level.taken_count, usableAddresses(level), change.poolUtilizationThreshold);

interface Bounds {
  readonly id: string;
  readonly start_key: AddressKey;
  readonly end_key: AddressKey;
  readonly most: number;
}

/**
 * Returns the pools that may be high: by their counters, and as if half of their addresses were reserved, which is the most there can be.
 * A large pool with many networks inside it is not counted for each address.
 */
async function possiblyHigh(change: Change, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await change.all<Bounds>(
    `select p.id, p.start_key, p.end_key, p.used_count + p.held_count + (select count(*) from passed_address q where q.space = n.space
       and q.ip_key >= p.start_key and q.ip_key <= p.end_key and q.reason = 'quarantined') as most
     from pool p join network n on n.id = p.network_id where p.id = any(?)`,
    [ids],
  );
  return rows
    .filter(({ start_key: start, end_key: end, most }) => isHigh(most, distance(start, end) / 2n - 1n, change.poolUtilizationThreshold))
    .map(({ id }) => id);
}

/** Notes that addresses of a pool changed state. `pool.utilization_high` is about the change as a whole, once, when it is complete. */
export async function poolFilled(change: Change, poolId: string, transitions: readonly Transition[]): Promise<void> {
  const all = touched.of(change);
  const pool: Touched = all.get(poolId) ?? { wasHigh: undefined, transitions: new Map() };
  all.set(poolId, pool);
  if (pool.wasHigh !== undefined) return;
  for (const { key, from, to } of transitions) pool.transitions.set(key, { from: pool.transitions.get(key)?.from ?? from, to });
  if (pool.transitions.size > MAX_KEPT) await settleBefore(change, await levelsOf(change, [poolId], change.now));
}

/** Notes that pools will change as a whole: their range, their network, or which of their addresses are reserved. */
export async function poolsChange(change: Change, poolIds: readonly string[]): Promise<void> {
  const all = touched.of(change);
  const touchedBefore = poolIds.filter((id) => all.get(id)?.wasHigh === undefined && all.has(id));
  await settleBefore(change, await levelsOf(change, touchedBefore, change.now));
  const news = poolIds.filter((id) => !all.has(id));
  for (const id of news) all.set(id, { wasHigh: false, transitions: new Map() });
  await markHigh(change, news);
}

interface Region {
  readonly space: number;
  readonly first_key: AddressKey;
  readonly last_key: AddressKey;
}

/** Notes that networks will enter or leave regions: other addresses of the pools there may be reserved then. */
export async function reservedChange(change: Change, regions: readonly Region[]): Promise<void> {
  const found: string[] = [];
  for (const [space, some] of Map.groupBy(regions, (region) => region.space)) {
    const keys = new Set(some.flatMap(({ first_key: first, last_key: last }) => [first, last]));
    const containing = await containingNetworks(change, [space], [...keys]);
    const places = [...containing].flatMap(([key, networks]) => subnetsIn(space, networks).map((subnet) => [subnet, key] as const));
    for (const { id } of await poolsOfSubnets<{ id: string }>(change, "p.id", space, places)) found.push(id);
  }
  await poolsChange(change, found);
}

/** What the change has done to pools so far counts as done before it: holds whose time was up, which anybody might have swept. */
export async function countAsBefore(change: Change): Promise<void> {
  const all = touched.seen(change);
  if (all === undefined) return;
  for (const id of all.keys()) all.set(id, { wasHigh: false, transitions: new Map() });
  await markHigh(change, [...all.keys()]);
}

async function markHigh(change: Change, ids: readonly string[]): Promise<void> {
  const all = touched.of(change);
  for (const level of await levelsOf(change, await possiblyHigh(change, ids), change.now))
    if (isHighIn(change, level)) all.set(level.id, { wasHigh: true, transitions: new Map() });
}

/** Derives whether pools were high before the change from what they are now, and what it did to their addresses. */
async function settleBefore(change: Change, levels: readonly Level[]): Promise<void> {
  const all = touched.of(change);
  for (const [space, some] of Map.groupBy(levels, (level) => level.space)) {
    const keys = [...new Set(some.flatMap(({ id }) => [...(all.get(id)?.transitions.keys() ?? [])]))];
    const [reserved, quarantined] = await Promise.all([reservedAmong(change, space, keys), quarantinedAmong(change, space, keys)]);
    const counts = (key: AddressKey, state: AddressState): number => Number(state !== "free" || quarantined.has(key));
    for (const level of some) {
      const pool = all.get(level.id);
      if (pool === undefined || pool.wasHigh !== undefined) continue;
      const more = [...pool.transitions]
        .filter(([key]) => !reserved.has(key))
        .reduce((sum, [key, { from, to }]) => sum + counts(key, to) - counts(key, from), 0);
      pool.wasHigh = isHighIn(change, { ...level, taken_count: level.taken_count - more });
      pool.transitions.clear();
    }
  }
}

async function quarantinedAmong(change: Change, space: number, keys: readonly AddressKey[]): Promise<ReadonlySet<AddressKey>> {
  if (keys.length === 0) return new Set();
  const rows = await change.all<{ ip_key: AddressKey }>(
    "select ip_key from passed_address where space = ? and ip_key = any(?) and reason = 'quarantined' and until_at > ?",
    [space, keys, change.now],
  );
  return new Set(rows.map(({ ip_key: key }) => key));
}

/** Pools whose levels are read together. */
const SLICE = 100;

async function reportHigh(change: Change): Promise<void> {
  const all = touched.seen(change) ?? new Map<string, Touched>();
  const ids = [...all].filter(([, { wasHigh }]) => wasHigh !== true).map(([id]) => id);
  for (let at = 0; at < ids.length; at += SLICE) {
    const possible = await possiblyHigh(change, ids.slice(at, at + SLICE));
    const high = (await levelsOf(change, possible, change.now)).filter((level) => isHighIn(change, level));
    await settleBefore(change, high);
    for (const level of high) {
      if (all.get(level.id)?.wasHigh !== false) continue;
      change.emit(poolUtilizationHigh, level.id, {
        pool_id: level.id,
        pool_name: level.name,
        network_id: level.network_id,
        utilization: poolUtilization(level),
        threshold: change.poolUtilizationThreshold,
      });
    }
  }
}
