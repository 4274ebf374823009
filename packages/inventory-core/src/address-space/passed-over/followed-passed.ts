import { setImmediate } from "node:timers/promises";
import type { AddressKey } from "../../address/address-key.ts";
import { ChangeState } from "../../contract/storage/change-state.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { settleRuns } from "./settled-runs.ts";

/** Keeps runs of addresses that are passed over, in the transaction of the change that takes, frees or marks addresses. */

/** Addresses of one statement. */
const SLICE = 500;

/** So many addresses are not kept in memory until the end of a change. */
const MAX_KEPT = 20 * SLICE;

class Touched {
  readonly bySpace = new Map<number, Set<AddressKey>>();
  count = 0;

  add(space: number, keys: readonly AddressKey[]): void {
    const known = this.bySpace.get(space) ?? new Set();
    this.count += keys.length;
    for (const key of keys) known.add(key);
    this.bySpace.set(space, known);
  }
}

const touched = new ChangeState((change) => {
  change.beforeCommit(async () => await settlePassed(change));
  return new Touched();
});

/** Has the runs at some addresses brought in line when the change is complete, or now where it has touched very many. */
export async function followPassed(change: Change, space: number, keys: readonly AddressKey[]): Promise<void> {
  if (keys.length === 0) return;
  const all = touched.of(change);
  all.add(space, keys);
  if (all.count >= MAX_KEPT) await settlePassed(change);
}

/** Brings runs in line with what the change did so far: for who looks for free addresses in it. */
export async function settlePassed(change: Change): Promise<void> {
  const all = touched.seen(change);
  if (all === undefined || all.count === 0) return;
  for (const [space, keys] of all.bySpace) {
    const list = [...keys];
    for (let at = 0; at < list.length; at += SLICE) {
      await settleRuns(change, space, list.slice(at, at + SLICE), change.now);
      if (list.length > SLICE) await setImmediate();
    }
  }
  all.bySpace.clear();
  all.count = 0;
}
