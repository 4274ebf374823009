import type { AddressKey } from "../../address/address-key.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import { networkErrors } from "../../networks/network.errors.ts";
import { poolErrors } from "../pool.errors.ts";

/** What is drawn: the range of a pool or network and what is known of it at once. */
export interface HeatmapSpan {
  readonly space: number;
  readonly start_key: AddressKey;
  readonly end_key: AddressKey;
  /** Distinct addresses that devices use. */
  readonly used_count: number;
  /** Distinct addresses that are held and that no device uses. */
  readonly held_count: number;
  /** Whether the space has runs of addresses that are passed over. */
  readonly has_passed: boolean;
}

/** A column of a statement on networks of alias `n`: a number above 0 where {@link HeatmapSpan.has_passed}. */
const HAS_PASSED = "(select count(*) from (select 1 from passed_run r where r.space = n.space limit 1) p) as passed";

interface SpanRow {
  readonly space: number;
  readonly start_key: AddressKey;
  readonly end_key: AddressKey;
  readonly used_count: number;
  readonly held_count: number;
  readonly passed: number;
}

/** @throws POOL_NOT_FOUND */
export async function spanOf(queries: Queries, poolId: string): Promise<HeatmapSpan> {
  const row = await queries.get<SpanRow>(
    `select n.space, p.start_key, p.end_key, p.used_count, p.held_count, ${HAS_PASSED}
     from pool p join network n on n.id = p.network_id where p.id = ?`,
    [poolId],
  );
  if (row === undefined) throw poolErrors.POOL_NOT_FOUND({ id: poolId });
  const { passed, ...span } = row;
  return { ...span, has_passed: passed > 0 };
}

interface NetworkSpanRow {
  readonly space: number;
  readonly first_key: AddressKey;
  readonly last_key: AddressKey;
  readonly used_count: number;
  readonly passed: number;
}

/**
 * Held addresses are counted here: no counter of a network has them, because the pools of the networks inside it hold them. @throws
 * NETWORK_NOT_FOUND
 */
export async function networkSpanOf(queries: Queries, networkId: string): Promise<HeatmapSpan> {
  const row = await queries.get<NetworkSpanRow>(
    `select n.space, n.first_key, n.last_key, n.used_count, ${HAS_PASSED} from network n where n.id = ?`,
    [networkId],
  );
  if (row === undefined) throw networkErrors.NETWORK_NOT_FOUND({ id: networkId });
  const { space, first_key: start, last_key: end, used_count: used } = row;
  return {
    space,
    start_key: start,
    end_key: end,
    used_count: used,
    held_count: await heldBetween(queries, space, start, end),
    has_passed: row.passed > 0,
  };
}

/** Allocations that one statement looks at. */
export const ALLOCATIONS_PER_STEP = 2000;

/** Distinct addresses of a range that are held and that no device uses. */
async function heldBetween(queries: Queries, space: number, start: AddressKey, end: AddressKey): Promise<number> {
  let count = 0;
  for (let from = start; ;) {
    const next = await queries.get<{ readonly ip_key: AddressKey }>(
      `select ip_key from allocation where space = ? and ip_key >= ? and ip_key <= ? order by ip_key limit 1 offset ` +
        `${ALLOCATIONS_PER_STEP}`,
      [space, from, end],
    );
    // All rows of one address are in one step, however many they are.
    const isLast = next === undefined || next.ip_key === from;
    const held = await queries.get<{ readonly count: number }>(
      `select count(distinct h.ip_key) as count from allocation h where h.space = ? and h.ip_key >= ? and h.ip_key ${isLast ? "<=" : "<"} ?
        and h.status = 'held'
         and not exists (select 1 from address a where a.space = h.space and a.ip_key = h.ip_key)`,
      [space, from, isLast ? end : next.ip_key],
    );
    count += held?.count ?? 0;
    if (isLast) return count;
    from = next.ip_key;
  }
}
