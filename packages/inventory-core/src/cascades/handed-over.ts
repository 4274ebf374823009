import type { AddressKey } from "../address/address-key.ts";
import type { NetworkPlace } from "../contract/cascades.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { movePools, poolsOfNetworks } from "./changed-pools.ts";
import { handOverAddresses, relinkAddresses } from "./moved-addresses.ts";

/** A network that something is handed to. */
export type Receiver = Pick<NetworkPlace, "id" | "space" | "first_key" | "last_key" | "prefix_length">;

/**
 * Pools and linked addresses of networks become those of other networks of the same space, each of the one that has its addresses. Who
 * holds what does not change, nor does any counter.
 * @param to networks that do not overlap, in the order of their addresses
 * @throws CONFLICT when a pool or an address lies in none of them
 */
export async function handOver(change: Change, from: readonly string[], to: readonly Receiver[]): Promise<void> {
  const receiverOf = (first: AddressKey, last: AddressKey): Receiver => {
    const receiver = receiverAt(to, first);
    if (receiver === undefined || receiver.last_key < last)
      throw coreErrors.CONFLICT({ reason: "the network has other pools or addresses by now" });
    return receiver;
  };
  await movePools(change, await poolsOfNetworks(change, from), ({ start_key: start, end_key: end }) => ({
    network: receiverOf(start, end),
    start,
    end,
  }));
  await handOverAddresses(change, from, (key) => receiverOf(key, key).id);
  // Addresses were linked to the receivers when these were created, before the pools were theirs.
  await relinkAddresses(change, { left: to });
}

/** {@link handOver} to one network, which will have all of the addresses before the change is complete. */
export async function handOverToOne(change: Change, from: readonly string[], network: Receiver): Promise<void> {
  await movePools(change, await poolsOfNetworks(change, from), ({ start_key: start, end_key: end }) => ({ network, start, end }));
  await handOverAddresses(change, from, () => network.id);
}

/** Of networks in the order of their addresses, the last that begins at or before an address. */
function receiverAt(to: readonly Receiver[], key: AddressKey): Receiver | undefined {
  let [low, high] = [0, to.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((to[middle] as Receiver).first_key <= key) low = middle + 1;
    else high = middle;
  }
  return to[low - 1];
}
