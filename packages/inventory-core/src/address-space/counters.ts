import type { AddressKey } from "../address/address-key.ts";
import { ChangeState } from "../contract/storage/change-state.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { Transition } from "./address-state.ts";
import { type Containing, type NetworkRange, poolsOfSubnets, subnetsIn } from "./locate.ts";
import { quarantine, type LetGo } from "./passed-over/quarantine.ts";
import { poolFilled, poolsChange } from "./pool-levels.ts";

/** A pool that counts addresses. */
interface CountedPool {
  readonly id: string;
  readonly network_id: string;
  readonly cidr_key: string;
  readonly lo: AddressKey;
  readonly hi: AddressKey;
  readonly quarantine_seconds: number;
}

const COLUMNS = "p.id, p.network_id, n.cidr_key, p.start_key as lo, p.end_key as hi, p.quarantine_seconds";

const of = (counter: "used" | "held", { from, to }: Transition): number => Number(to === counter) - Number(from === counter);

const NONE: readonly NetworkRange[] = [];

/** What some transitions change in a counter. */
const delta = (transitions: readonly Transition[], counter: "used" | "held"): number =>
  transitions.reduce((sum, one) => sum + of(counter, one), 0);

/** Networks that move in a change: their counters stay as they were until {@link recountNetwork}. */
const moving = new ChangeState(() => new Set<string>());

/**
 * Leaves the counters of networks and of their pools as they are while the networks move to another range or space, and notes which pools
 * are high. It is called before the networks move; {@link recountNetwork} counts them afterwards.
 */
export async function pauseCounters(change: Change, networkIds: readonly string[]): Promise<void> {
  const pools = await change.all<{ id: string }>("select id from pool where network_id = any(?)", [networkIds]);
  await poolsChange(
    change,
    pools.map(({ id }) => id),
  );
  for (const id of networkIds) moving.of(change).add(id);
}

/**
 * Adds transitions to the counters of every network and pool of the space that contains them; what becomes free is quarantined where a
 * pool says so.
 *
 * @param containing the networks that contain the addresses, of other spaces too
 */
export async function countTransitions(
  change: Change,
  space: number,
  transitions: readonly Transition[],
  containing: Containing,
): Promise<void> {
  const paused = moving.seen(change);
  const inSubnet = new Map<string, Transition[]>();
  for (const [networks, own] of Map.groupBy(transitions, ({ key }) => containing.get(key) ?? NONE))
    for (const subnet of subnetsIn(space, networks)) {
      const others = inSubnet.get(subnet);
      if (others === undefined) inSubnet.set(subnet, [...own]);
      else for (const transition of own) others.push(transition);
    }
  // Each of thousands of networks that have one subnet has a counter: one statement writes them, and none of them is read.
  const used = new Map([...inSubnet].map(([subnet, own]) => [subnet, delta(own, "used")]));
  const [others, otherParams] = paused === undefined || paused.size === 0 ? ["", []] : [" and not id = any(?)", [[...paused]]];
  for (const [more, subnets] of Map.groupBy(used.keys(), (subnet) => used.get(subnet) as number))
    if (more !== 0)
      await change.exec(`update network set used_count = used_count + ? where space = ? and cidr_key = any(?)${others}`, [
        more,
        space,
        subnets,
        ...otherParams,
      ]);
  const places = [...inSubnet].flatMap(([subnet, own]) => own.map(({ key }) => [subnet, key] as const));
  const letGo: LetGo[] = [];
  for (const pool of await poolsOfSubnets<CountedPool>(change, COLUMNS, space, places)) {
    if (paused?.has(pool.network_id) === true) continue;
    const own = inSubnet.get(pool.cidr_key)?.filter(({ key }) => key >= pool.lo && key <= pool.hi) ?? [];
    await countPool(change, pool.id, own);
    if (pool.quarantine_seconds === 0) continue;
    for (const { key, to } of own) if (to === "free") letGo.push({ key, poolId: pool.id, seconds: pool.quarantine_seconds });
  }
  await quarantine(change, space, letGo);
}

async function countPool(change: Change, poolId: string, transitions: readonly Transition[]): Promise<void> {
  const [used, held] = [delta(transitions, "used"), delta(transitions, "held")];
  if (used !== 0 || held !== 0)
    await change.exec("update pool set used_count = used_count + ?, held_count = held_count + ? where id = ?", [used, held, poolId]);
  await poolFilled(change, poolId, transitions);
}

/** Counts a network and its pools anew, after its range or its space changed. */
export async function recountNetwork(change: Change, networkId: string): Promise<void> {
  moving.seen(change)?.delete(networkId);
  await change.run(
    `update network set used_count = (select count(distinct a.ip_key) from address a
       where a.space = network.space and a.ip_key between network.first_key and network.last_key) where id = ?`,
    [networkId],
  );
  await recountPools(change, "network_id", networkId);
}

/** Counts pools anew: all of a network, or one by id. */
export async function recountPools(change: Change, column: "network_id" | "id", id: string): Promise<void> {
  await change.run(
    `update pool set
       used_count = (select count(distinct a.ip_key) from address a
         where a.space = (select n.space from network n where n.id = pool.network_id) and a.ip_key between pool.start_key and pool.end_key),
       held_count = (select count(distinct h.ip_key) from allocation h
         where h.space = (select n.space from network n where n.id = pool.network_id) and h.ip_key between pool.start_key and pool.end_key
           and h.status = 'held' and not exists (select 1 from address a where a.space = h.space and a.ip_key = h.ip_key))
     where ${column} = ?`,
    [id],
  );
}
