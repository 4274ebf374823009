import type { AddressKey } from "../address/address-key.ts";
import { ChangeState } from "../contract/storage/change-state.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { ADDRESS_KEYS, slicesByHolders } from "../background/slices-by-holders.ts";

/** So many addresses are not kept in memory until the end of a change. */
const MAX_KEPT = 100_000;

/** Most pairs of an address and a device that are looked at one by one. */
const MAX_PAIRS = 1000;

interface Touched {
  readonly bySpace: Map<number, Set<AddressKey>>;
  count: number;
  /** The devices that hold some of them otherwise than before; undefined where they are not all known. */
  devices: Set<string> | undefined;
}

/** How what is derived from addresses is brought in line with what a change did to them. */
interface Settling {
  /**
   * For at most 500 addresses of a space.
   * @param deviceIds the devices that hold some of them otherwise than before, where they are known and few: an address may have thousands
   * of other holders
   */
  readonly slice: (change: Change, space: number, keys: readonly AddressKey[], deviceIds?: readonly string[]) => Promise<void>;
  /** After all of them. */
  readonly done?: (change: Change) => void;
}

/** The addresses that each change has touched: what is derived from them is settled before the change is committed. */
export class TouchedAddresses {
  readonly #settling: Settling;
  readonly #touched = new ChangeState<Touched>((change) => {
    change.beforeCommit(async () => await this.settle(change));
    return { bySpace: new Map(), count: 0, devices: new Set() };
  });

  constructor(settling: Settling) {
    this.#settling = settling;
  }

  /**
   * Has them settled when the change is complete, or now where it has touched very many.
   * @param deviceIds the devices that hold some of them otherwise than before; undefined where they are not known
   */
  async follow(change: Change, space: number, keys: readonly AddressKey[], deviceIds?: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const all = this.#touched.of(change);
    const known = all.bySpace.get(space) ?? new Set();
    for (const key of keys) known.add(key);
    all.bySpace.set(space, known);
    all.count += keys.length;
    if (deviceIds === undefined) all.devices = undefined;
    else for (const id of deviceIds) all.devices?.add(id);
    if (all.count >= MAX_KEPT) await this.settle(change);
  }

  /** Settles what the change did so far. */
  async settle(change: Change): Promise<void> {
    const all = this.#touched.seen(change);
    if (all === undefined || all.count === 0) return;
    const deviceIds = all.devices !== undefined && all.devices.size * all.count <= MAX_PAIRS ? [...all.devices] : undefined;
    for (const [space, keys] of all.bySpace)
      for await (const slice of slicesByHolders(change, ADDRESS_KEYS, space, keys))
        await this.#settling.slice(change, space, slice, deviceIds);
    all.bySpace.clear();
    all.count = 0;
    all.devices = new Set();
    this.#settling.done?.(change);
  }
}
