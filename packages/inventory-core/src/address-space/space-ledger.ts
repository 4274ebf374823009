import type { AddressKey } from "../address/address-key.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { recheckAddressConflicts, renameHolders } from "../conflicts/conflict-ledger.ts";
import type { AddressState, Transition } from "./address-state.ts";
import { countTransitions } from "./counters.ts";
import { followAddresses } from "./free-blocks/followed-addresses.ts";
import { type Containing, containingNetworks } from "./locate.ts";
import { followPassed } from "./passed-over/followed-passed.ts";
import { freeKeys, takeKeys } from "./taken-runs.ts";
import { followAddressesSeen } from "../reconciliation/follow-records.ts";
import { followHolders, laterEnds } from "./tenures/kept-tenures.ts";

/** Addresses that a change may touch, by address space, with how often each was named. */
export class TouchedKeys {
  readonly #bySpace = new Map<number, Map<AddressKey, number>>();

  add(space: number, key: AddressKey): this {
    const keys = this.#bySpace.get(space);
    if (keys === undefined) this.#bySpace.set(space, new Map([[key, 1]]));
    else keys.set(key, (keys.get(key) ?? 0) + 1);
    return this;
  }

  severalTimes(space: number, key: AddressKey): boolean {
    return (this.#bySpace.get(space)?.get(key) ?? 0) > 1;
  }

  /** Spaces in ascending order, with their addresses. */
  entries(): (readonly [space: number, keys: readonly AddressKey[]])[] {
    return [...this.#bySpace].map(([space, keys]) => [space, [...keys.keys()]] as const).toSorted(([a], [b]) => a - b);
  }
}

/** What some addresses of a space are. */
export interface States {
  readonly of: ReadonlyMap<AddressKey, AddressState>;
  /** Those that more than one holds: a device, or an allocation that no device has confirmed. */
  readonly contested: ReadonlySet<AddressKey>;
  /** Those that an allocation holds, whether a device does or not. */
  readonly held: ReadonlySet<AddressKey>;
}

/** What some addresses of a space are; those that are not told of are free. */
export async function statesOf(queries: Queries, space: number, keys: readonly AddressKey[]): Promise<States> {
  const of = new Map<AddressKey, AddressState>();
  const contested = new Set<AddressKey>();
  const held = new Set<AddressKey>();
  // Of an address, "used" (2) comes before "held" (1), and the first row decides.
  const rows = await queries.all<{ ip_key: string; state: number; one: string; other: string }>(
    // One holder and another one, if there is one: an address may have thousands.
    `select k.ip_key, 2 as state, k.one, coalesce((select a.device_id from address a
        where a.space = ? and a.ip_key = k.ip_key and a.device_id <> k.one limit 1), k.one) as other
      from (select l.value as ip_key, (select a.device_id from address a where a.space = ? and a.ip_key = l.value limit 1) as one
        from list(?) l) k where k.one is not null
     union all select ip_key, 1, '', '' from allocation where space = ? and ip_key = any(?) and status = 'held' order by 2 desc`,
    [space, space, keys, space, keys],
  );
  for (const { ip_key: key, state, one, other } of rows) {
    if (one !== other || of.has(key)) contested.add(key);
    if (!of.has(key)) of.set(key, state === 2 ? "used" : "held");
    if (state === 1) held.add(key);
  }
  return { of, contested, held };
}

/** Brings runs, counters, quarantines and free blocks of a space in line with addresses that changed state. */
export async function applyTransitions(
  change: Change,
  space: number,
  transitions: readonly Transition[],
  known?: Containing,
): Promise<void> {
  const taken = transitions.filter(({ from, to }) => from === "free" && to !== "free").map(({ key }) => key);
  const freed = transitions.filter(({ from, to }) => from !== "free" && to === "free").map(({ key }) => key);
  // What counting has to know does not depend on the runs: on PostgreSQL both are asked for in one round trip.
  const containing =
    known ??
    containingNetworks(
      change,
      [space],
      transitions.map(({ key }) => key),
    );
  const [around] = await Promise.all([
    containing,
    (async () => {
      if (taken.length > 0) await takeKeys(change, space, taken);
      if (freed.length > 0) await freeKeys(change, space, freed);
    })(),
  ]);
  await countTransitions(change, space, transitions, around);
  await followAddresses(change, space, transitions, around);
  await followPassed(change, space, [...taken, ...freed]);
}

/** Who holds addresses: what says so. With `name` the devices there are only called otherwise. */
export type HeldBy = "address" | "allocation" | "name";

/**
 * Runs `work`, which changes who holds the touched addresses, and then brings runs, counters, tenures and conflicts in line with
 * what it left. The caller holds the locks of the spaces.
 * @param table that it changes
 * @param deviceIds the devices that may hold the addresses otherwise afterwards; undefined where they are not known
 */
export async function reconcile<T>(
  change: Change,
  touched: TouchedKeys,
  work: () => Promise<T>,
  table: HeldBy = "address",
  deviceIds?: readonly string[],
): Promise<T> {
  const spaces = touched.entries();
  const before: States[] = [];
  for (const [space, keys] of spaces) before.push(await statesOf(change, space, keys));
  const result = await work();
  for (const [index, [space, keys]] of spaces.entries()) {
    const was = before[index] as States;
    const is = await statesOf(change, space, keys);
    const transitions = keys.flatMap((key): Transition[] => {
      const from = was.of.get(key) ?? "free";
      const to = is.of.get(key) ?? "free";
      return from === to ? [] : [{ key, from, to }];
    });
    if (transitions.length > 0) await applyTransitions(change, space, transitions);
    if (table !== "allocation") await followHolders(change, space, keys, deviceIds);
    if (table === "address") await followAddressesSeen(change, space, keys, true);
    const contested = [...new Set([...was.contested, ...is.contested])];
    if (table === "name" && deviceIds !== undefined) renameHolders(change, space, contested, deviceIds);
    else recheckAddressConflicts(change, space, contested);
  }
  return result;
}

/** What is known of addresses that devices get. */
export interface Occupied {
  /** Tells whether an allocation holds an address. */
  readonly isHeld: (space: number, key: AddressKey) => boolean;
  /** When the last tenure of an address has ended, where that is not before now: the next one begins no earlier. */
  readonly endedAt: (space: number, key: AddressKey) => string | undefined;
}

/**
 * {@link reconcile} for a change by which devices get the touched addresses, each of which is used afterwards: it asks what
 * they were, and knows what they become.
 *
 * @param containing the networks that contain the addresses, of every space they are in
 */
export async function occupy<T>(
  change: Change,
  touched: TouchedKeys,
  containing: Containing,
  work: (occupied: Occupied) => Promise<T>,
): Promise<T> {
  const spaces = touched.entries();
  const before = new Map<number, States>();
  const ends = new Map<number, ReadonlyMap<AddressKey, string>>();
  for (const [space, keys] of spaces) {
    const [states, later] = await Promise.all([statesOf(change, space, keys), laterEnds(change, space, keys, change.now)]);
    before.set(space, states);
    ends.set(space, later);
  }
  const result = await work({
    isHeld: (space, key) => before.get(space)?.held.has(key) === true,
    endedAt: (space, key) => ends.get(space)?.get(key),
  });
  for (const [space, keys] of spaces) {
    await followAddressesSeen(change, space, keys);
    const { of: was, contested } = before.get(space) as States;
    const taken = keys.filter((key) => was.get(key) !== "used");
    if (taken.length > 0)
      await applyTransitions(
        change,
        space,
        taken.map((key) => ({ key, from: was.get(key) ?? "free", to: "used" })),
        containing,
      );
    // Contested are those that a device held already, those that the change gave to several, and those that several allocations held.
    recheckAddressConflicts(
      change,
      space,
      keys.filter((key) => was.get(key) === "used" || touched.severalTimes(space, key) || contested.has(key)),
    );
  }
  return result;
}
