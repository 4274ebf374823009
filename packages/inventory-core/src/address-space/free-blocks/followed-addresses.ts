import type { AddressKey } from "../../address/address-key.ts";
import { runsOfKeys } from "../../address/runs.ts";
import type { Transaction } from "../../contract/storage/storage.ts";
import type { Transition } from "../address-state.ts";
import { type Containing, type NetworkRange, poolOf, poolsContaining } from "../locate.ts";
import { addToBlocks, takeFromBlocks } from "./stored-blocks.ts";

/** Addresses whose blocks are changed together: each of IPv6 may leave a hundred blocks. */
const TOGETHER = 100;

interface Changed {
  readonly network: NetworkRange;
  readonly taken: AddressKey[];
  readonly freed: AddressKey[];
}

/** The networks whose free blocks an address may be in: the smallest ones that contain it, several where subnets are identical. */
function smallest(containing: Containing, space: number, key: AddressKey): readonly NetworkRange[] {
  const own = containing.get(key)?.filter((network) => network.space === space) ?? [];
  const subnet = own.at(-1)?.cidr_key;
  return own.filter((network) => network.cidr_key === subnet && network.blocks_kept === 1);
}

/**
 * Brings free blocks in line with addresses of a space that were taken or became free; networks that keep none cost nothing.
 * @param containing the networks that contain the addresses, of other spaces too
 */
export async function followAddresses(
  transaction: Transaction,
  space: number,
  transitions: readonly Transition[],
  containing: Containing,
): Promise<void> {
  const byNetwork = new Map<string, Changed>();
  for (const { key, from, to } of transitions) {
    if ((from === "free") === (to === "free")) continue;
    for (const network of smallest(containing, space, key)) {
      const changed = byNetwork.get(network.id) ?? { network, taken: [], freed: [] };
      (to === "free" ? changed.freed : changed.taken).push(key);
      byNetwork.set(network.id, changed);
    }
  }
  for (const changed of byNetwork.values()) await follow(transaction, changed);
}

async function follow(transaction: Transaction, { network, taken, freed }: Changed): Promise<void> {
  for (let at = 0; at < taken.length; at += TOGETHER) {
    const keys = taken.slice(at, at + TOGETHER);
    await takeFromBlocks(transaction, network.id, runsOfKeys(keys), keys);
  }
  // An address that nobody holds any more is not free as long as a pool of the network has it.
  const pools = await poolsContaining(
    transaction,
    freed.map((key) => [network.id, key] as const),
  );
  const free = freed.filter((key) => poolOf(pools, network.id, key) === undefined);
  const place = { ...network, prefix_length: prefixLengthOf(network) };
  for (let at = 0; at < free.length; at += TOGETHER) {
    const keys = free.slice(at, at + TOGETHER);
    await addToBlocks(transaction, place, runsOfKeys(keys), keys);
  }
}

const prefixLengthOf = ({ cidr_key: subnet }: NetworkRange): number => Number(subnet.slice(subnet.indexOf("/") + 1));
