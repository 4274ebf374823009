import { type AddressKey, nextKey } from "../../address/address-key.ts";
import { complementRuns, type Run } from "../../address/runs.ts";
import type { Transaction } from "../../contract/storage/storage.ts";
import { type BlockNetwork, type Occupied, occupiedFrom } from "./occupied.ts";
import { blocksMeeting, deleteBlocks, replaceStretch } from "./stored-blocks.ts";

/** Things that are read together of each kind: fewer where what is between them is many blocks. */
const LEAST = 16;
const MOST = 512;

/** Blocks that are read together, and about as many that are made together, so that the event loop has its turns. */
const BLOCKS_TOGETHER = 1000;

const NOTHING: Occupied = { runs: [], until: undefined };

/**
 * Brings the free blocks of a range of a network in line with what lies in it, page by page: idempotent, whatever they were.
 * @param range that may reach out of the network
 */
export async function refreshBlocks(transaction: Transaction, network: BlockNetwork, range: Run): Promise<void> {
  await replaceRange(transaction, network, range, async (rest, most) => await occupiedFrom(transaction, network, rest, most), false);
}

/** Takes a range, in which nothing is free any more, out of the free blocks of a network. */
export async function takeRange(transaction: Transaction, network: BlockNetwork, range: Run): Promise<void> {
  await replaceRange(transaction, network, range, async () => await Promise.resolve(NOTHING), true);
}

async function replaceRange(
  transaction: Transaction,
  network: BlockNetwork,
  { lo, hi }: Run,
  occupied: (rest: Run, most: number) => Promise<Occupied>,
  isFull: boolean,
): Promise<void> {
  const end = hi < network.last_key ? hi : network.last_key;
  let most = LEAST * 4;
  for (let from: AddressKey | null = lo > network.first_key ? lo : network.first_key; from !== null && from <= end;) {
    const { runs, until = end } = await occupied({ lo: from, hi: end }, most);
    const stored = await blocksMeeting(transaction, network.id, { lo: from, hi: until }, BLOCKS_TOGETHER);
    const reached: AddressKey = stored.until !== undefined && stored.until < until ? stored.until : until;
    const stretch = { lo: from, hi: reached };
    const free = isFull ? [] : complementRuns(runs, stretch);
    const made = await replaceStretch(transaction, network, stored.blocks, stretch, free);
    most = made > BLOCKS_TOGETHER ? Math.max(LEAST, most >> 1) : Math.min(MOST, most * 2);
    from = nextKey(reached);
  }
}

/** Keeps the free blocks of a network from now on: all of them are brought in line, and those outside of it go. */
export async function keepBlocks(transaction: Transaction, network: BlockNetwork): Promise<void> {
  await transaction.exec("update network set blocks_kept = 1 where id = ?", [network.id]);
  await deleteBlocks(transaction, network.id, "<", network.first_key);
  await deleteBlocks(transaction, network.id, ">", network.last_key);
  await refreshBlocks(transaction, network, { lo: network.first_key, hi: network.last_key });
}
