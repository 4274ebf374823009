import type { AddressKey } from "../address/address-key.ts";
import type { Queries } from "../contract/storage.ts";
import type { Change } from "../contract/write-path.ts";
import type { AddressState, Transition } from "./address-state.ts";
import { countTransitions } from "./counters.ts";
import { freeKeys, takeKeys } from "./taken-runs.ts";

/** Addresses that a change may touch, by address space. */
export class TouchedKeys {
  readonly #bySpace = new Map<number, Set<AddressKey>>();

  add(space: number, key: AddressKey): this {
    const keys = this.#bySpace.get(space);
    if (keys === undefined) this.#bySpace.set(space, new Set([key]));
    else keys.add(key);
    return this;
  }

  /** Spaces in ascending order, with their addresses. */
  entries(): (readonly [space: number, keys: readonly AddressKey[]])[] {
    return [...this.#bySpace].map(([space, keys]) => [space, [...keys]] as const).toSorted(([a], [b]) => a - b);
  }
}

async function statesOf(queries: Queries, space: number, keys: readonly AddressKey[]): Promise<Map<AddressKey, AddressState>> {
  const states = new Map<AddressKey, AddressState>();
  if (keys.length === 0) return states;
  const rows = await queries.all<{ ip_key: string; state: number }>(
    `select ip_key, 2 as state from address where space = ? and ip_key = any(?)
     union select ip_key, 1 as state from allocation where space = ? and ip_key = any(?) and status = 'held'`,
    [space, keys, space, keys],
  );
  for (const { ip_key: key, state } of rows) {
    if (state === 2) states.set(key, "used");
    else if (!states.has(key)) states.set(key, "held");
  }
  return states;
}

/** Brings runs and counters of a space in line with addresses that changed state. */
export async function applyTransitions(change: Change, space: number, transitions: readonly Transition[]): Promise<void> {
  const taken = transitions.filter(({ from, to }) => from === "free" && to !== "free").map(({ key }) => key);
  const freed = transitions.filter(({ from, to }) => from !== "free" && to === "free").map(({ key }) => key);
  if (taken.length > 0) await takeKeys(change, space, taken);
  if (freed.length > 0) await freeKeys(change, space, freed);
  await countTransitions(change, space, transitions);
}

/**
 * Runs `work`, which changes who holds the touched addresses, and then brings runs and counters in line with what it
 * left. The caller holds the locks of the spaces.
 */
export async function settle<T>(change: Change, touched: TouchedKeys, work: () => Promise<T>): Promise<T> {
  const spaces = touched.entries();
  const before = [];
  for (const [space, keys] of spaces) before.push(await statesOf(change, space, keys));
  const result = await work();
  for (const [index, [space, keys]] of spaces.entries()) {
    const was = before[index] as Map<AddressKey, AddressState>;
    const is = await statesOf(change, space, keys);
    const transitions = keys.flatMap((key): Transition[] => {
      const from = was.get(key) ?? "free";
      const to = is.get(key) ?? "free";
      return from === to ? [] : [{ key, from, to }];
    });
    if (transitions.length > 0) await applyTransitions(change, space, transitions);
  }
  return result;
}
