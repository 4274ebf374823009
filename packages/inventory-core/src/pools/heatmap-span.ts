import type { AddressKey } from "../address/address-key.ts";
import { cidrOf } from "../address/cidr.ts";
import { reservedKeys } from "../address/host-count.ts";
import type { Queries } from "../contract/storage.ts";
import { poolErrors } from "./pool.errors.ts";

/** What is drawn: the range of a pool and what is known of it at once. */
export interface HeatmapSpan {
  readonly space: number;
  readonly start_key: AddressKey;
  readonly end_key: AddressKey;
  /** Distinct addresses that devices use. */
  readonly used_count: number;
  /** Distinct addresses that are held and that no device uses. */
  readonly held_count: number;
  /** Network and broadcast address of the subnet, where they lie in the pool. */
  readonly ends: readonly AddressKey[];
}

interface SpanRow {
  readonly space: number;
  readonly start_key: AddressKey;
  readonly end_key: AddressKey;
  readonly used_count: number | string;
  readonly held_count: number | string;
  readonly first_key: AddressKey;
  readonly prefix_length: number;
}

/** @throws POOL_NOT_FOUND */
export async function spanOf(queries: Queries, poolId: string): Promise<HeatmapSpan> {
  const row = await queries.get<SpanRow>(
    `select n.space, p.start_key, p.end_key, p.used_count, p.held_count, n.first_key, n.prefix_length
     from pool p join network n on n.id = p.network_id where p.id = ?`,
    [poolId],
  );
  if (row === undefined) throw poolErrors.POOL_NOT_FOUND({ id: poolId });
  const { first_key: first, prefix_length: length, ...span } = row;
  const ends = reservedKeys(cidrOf(first, Number(length))).filter((key) => key >= row.start_key && key <= row.end_key);
  return { ...span, used_count: Number(row.used_count), held_count: Number(row.held_count), ends };
}
