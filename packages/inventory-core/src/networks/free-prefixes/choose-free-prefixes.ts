import type { AddressKey } from "../../address/address-key.ts";
import { lowestBlocks, sparseBlocks } from "../../address/choose-blocks.ts";
import { type Block, type Cidr, cidrOf } from "../../address/cidr.ts";
import { bestFitting, firstHoldingOne, largestBlocks } from "../../address-space/free-blocks/block-queries.ts";
import { type BlockNetwork } from "../../address-space/free-blocks/occupied.ts";
import { keepBlocks } from "../../address-space/free-blocks/refreshed-blocks.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { networkErrors } from "../network.errors.ts";

/** What is asked of a network. */
export interface PrefixWish {
  /** Longer than that of the network. */
  readonly length: number;
  readonly count: number;
  /**
   * `lowest`: best fit, the first block of the lowest of the smallest free aligned blocks that hold it. `sparse`: the middle of the lowest
   * of the largest free aligned blocks, or the start of a network that is all free.
   */
  readonly strategy: "lowest" | "sparse";
}

/**
 * Chooses free prefixes of a network, each as if the ones before it were networks already: a few looks in an index, at any size. The
 * change holds the topology exclusively.
 *
 * @returns `count` free blocks in the order in which they are to be named, or the largest free one when there are not enough
 * @throws NETWORK_NOT_FOUND
 */
export const chooseFreePrefixes = async (
  change: Change,
  parentId: string,
  { length, count, strategy }: PrefixWish,
): Promise<{ readonly cidrs: readonly Cidr[] } | { readonly largest: string | null }> => {
  const network = await blockNetwork(change, parentId);
  if (network.blocks_kept === 0) await keepBlocks(change, network);
  const blocks =
    strategy === "lowest"
      ? lowestBlocks(await bestFitting(change, parentId, length, count), length, count)
      : sparseBlocks(await largestBlocks(change, parentId, length, count), length, count, wholeOf(network));
  if (blocks.length === count) return { cidrs: blocks.map(toCidr) };
  const [largest] = await largestBlocks(change, parentId, 128, 1);
  return { largest: largest === undefined ? null : toCidr(largest).text };
};

/** A network, and whether its free blocks are kept. */
export type KeepingNetwork = BlockNetwork & { readonly blocks_kept: number };

const COLUMNS = "n.id, n.space, n.first_key, n.last_key, n.prefix_length, n.blocks_kept";

/** @throws NETWORK_NOT_FOUND */
export async function blockNetwork(queries: Queries, id: string): Promise<KeepingNetwork> {
  return found(id, await queries.get<KeepingNetwork>(`select ${COLUMNS} from network n where n.id = ?`, [id]));
}

/**
 * A network, and where its first free block of a prefix length begins, in one statement; null where there is none, and where its blocks
 * are not kept.
 * @throws NETWORK_NOT_FOUND
 */
export async function networkWithFirst(
  queries: Queries,
  id: string,
  length: number,
): Promise<KeepingNetwork & { readonly free: AddressKey | null }> {
  const sql = `select ${COLUMNS}, ${firstHoldingOne("n.id")} as free from network n where n.id = ?`;
  return found(id, await queries.get(sql, [length, length, length, id]));
}

function found<Row>(id: string, row: Row | undefined): Row {
  if (row === undefined) throw networkErrors.NETWORK_NOT_FOUND({ id });
  return row;
}

const toCidr = ({ first, prefixLength }: Block): Cidr => cidrOf(first, prefixLength);

const wholeOf = ({ first_key: first, prefix_length: prefixLength }: BlockNetwork): Block => ({ first, prefixLength });
