import type { AddressKey } from "../../address/address-key.ts";
import type { Queries, Transaction } from "../../contract/storage/storage.ts";
import type { BlockNetwork } from "./occupied.ts";
import { refreshBlocks } from "./refreshed-blocks.ts";

/** A pool with its network, whose free blocks are kept. */
interface KeptPool extends BlockNetwork {
  readonly start_key: AddressKey;
  readonly end_key: AddressKey;
}

/** Where a pool lies; undefined when the free blocks of its network are not kept. */
export async function poolIn(queries: Queries, poolId: string): Promise<KeptPool | undefined> {
  return await queries.get<KeptPool>(
    `select n.id, n.space, n.first_key, n.last_key, n.prefix_length, p.start_key, p.end_key
     from pool p join network n on n.id = p.network_id where p.id = ? and n.blocks_kept = 1`,
    [poolId],
  );
}

/** {@link poolIn} of some pools: of those whose networks keep their free blocks. */
export async function poolsIn(queries: Queries, poolIds: readonly string[]): Promise<readonly KeptPool[]> {
  return await queries.all<KeptPool>(
    `select n.id, n.space, n.first_key, n.last_key, n.prefix_length, p.start_key, p.end_key
     from pool p join network n on n.id = p.network_id where p.id = any(?) and n.blocks_kept = 1`,
    [poolIds],
  );
}

/** Brings free blocks in line where a pool came, was or went. */
export async function followPoolRange(transaction: Transaction, pool: KeptPool | undefined): Promise<void> {
  if (pool !== undefined) await refreshBlocks(transaction, pool, { lo: pool.start_key, hi: pool.end_key });
}
