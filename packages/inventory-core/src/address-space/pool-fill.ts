import { type AddressKey, distance } from "../address/address-key.ts";
import { percentUsed } from "../address/host-count.ts";
import { reservedIn } from "./reserved-addresses.ts";

/** What the utilization of a pool is computed from. */
export interface PoolCounts {
  readonly start_key: AddressKey;
  readonly end_key: AddressKey;
  /** Addresses that are held, allocated or in quarantine, without reserved ones. */
  readonly taken_count: number;
  readonly reserved_count: number;
}

/** Whether a device or an allocation holds an address; both are expressions. */
const isTaken = (space: string, key: string): string =>
  `coalesce((select t.hi from taken_run t where t.space = ${space} and t.lo <= ${key} order by t.lo desc limit 1), '') >= ${key}`;

/** How many addresses of a pool are reserved. @param space an expression @param pool the alias of its row */
export const reservedCount = (space: string, pool: string): string =>
  `(select count(*) from (${reservedIn(space, `${pool}.start_key`, `${pool}.end_key`)}) e)`;

/** The number of taken addresses of a pool: an expression with one parameter, the time. @param space as for {@link reservedCount} */
export const takenCount = (space: string, pool: string): string =>
  `(${pool}.used_count + ${pool}.held_count
    - (select count(*) from (${reservedIn(space, `${pool}.start_key`, `${pool}.end_key`)}) e where ${isTaken(space, "e.ip_key")})
    + (select count(*) from passed_address q where q.space = ${space} and q.ip_key >= ${pool}.start_key and q.ip_key <= ${pool}.end_key
        and q.reason = 'quarantined' and q.until_at > ? and not ${isTaken("q.space", "q.ip_key")}
        and not exists (select 1 from (${reservedIn("q.space", "q.ip_key", "q.ip_key")}) e)))`;

/** The columns of {@link PoolCounts} of a pool `p` in a network `n`. They have one parameter: the time. */
export const POOL_COUNTS = `p.start_key, p.end_key, ${takenCount("n.space", "p")} as taken_count,
  ${reservedCount("n.space", "p")} as reserved_count`;

/** How many addresses a pool may hand out, taken ones included. */
export const usableAddresses = ({ start_key: start, end_key: end, reserved_count: reserved }: Omit<PoolCounts, "taken_count">): bigint =>
  distance(start, end) - BigInt(reserved);

/** Percent of a pool that is taken. A pool of reserved addresses alone is full. */
export function poolUtilization(counts: PoolCounts): number {
  const usable = usableAddresses(counts);
  return usable === 0n ? 100 : percentUsed(BigInt(counts.taken_count), usable);
}
