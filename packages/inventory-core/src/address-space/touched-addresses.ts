import { setImmediate } from "node:timers/promises";
import type { AddressKey } from "../address/address-key.ts";
import { ChangeState } from "../contract/storage/change-state.ts";
import type { Change } from "../contract/storage/write-path.ts";

/** Addresses of one statement. */
const SLICE = 500;

/** So many addresses are not kept in memory until the end of a change. */
const MAX_KEPT = 200 * SLICE;

interface Touched {
  readonly bySpace: Map<number, Set<AddressKey>>;
  count: number;
}

/** How what is derived from addresses is brought in line with what a change did to them. */
interface Settling {
  /** For at most 500 addresses of a space. */
  readonly slice: (change: Change, space: number, keys: readonly AddressKey[]) => Promise<void>;
  /** After all of them. */
  readonly done?: (change: Change) => void;
}

/** The addresses that each change has touched: what is derived from them is settled before the change is committed. */
export class TouchedAddresses {
  readonly #settling: Settling;
  readonly #touched = new ChangeState<Touched>((change) => {
    change.beforeCommit(async () => await this.settle(change));
    return { bySpace: new Map(), count: 0 };
  });

  constructor(settling: Settling) {
    this.#settling = settling;
  }

  /** Has them settled when the change is complete, or now where it has touched very many. */
  async follow(change: Change, space: number, keys: readonly AddressKey[]): Promise<void> {
    if (keys.length === 0) return;
    const all = this.#touched.of(change);
    const known = all.bySpace.get(space) ?? new Set();
    for (const key of keys) known.add(key);
    all.bySpace.set(space, known);
    all.count += keys.length;
    if (all.count >= MAX_KEPT) await this.settle(change);
  }

  /** Settles what the change did so far. */
  async settle(change: Change): Promise<void> {
    const all = this.#touched.seen(change);
    if (all === undefined || all.count === 0) return;
    for (const [space, keys] of all.bySpace) {
      const list = [...keys];
      for (let at = 0; at < list.length; at += SLICE) {
        await this.#settling.slice(change, space, list.slice(at, at + SLICE));
        if (list.length > SLICE) await setImmediate();
      }
    }
    all.bySpace.clear();
    all.count = 0;
    this.#settling.done?.(change);
  }
}
