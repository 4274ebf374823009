import { toWireCount } from "../address/host-count.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import { POOL_COUNTS, type PoolCounts, poolUtilization, usableAddresses } from "../address-space/pool-fill.ts";
import type { FullPool } from "./dashboard.ts";

interface CountedPool extends PoolCounts {
  readonly id: string;
  readonly name: string;
  readonly network_id: string;
  readonly start_ip: string;
  readonly end_ip: string;
  readonly used_count: number;
  readonly held_count: number;
}

/**
 * The pools that are fullest, as `pool.utilization_high` tells. How many addresses a pool has is no number
 * that a database could order by, so all pools that have something taken are read, in pages, and the fullest so far kept.
 */
export async function fullestPools(storage: OpenStorage, now: string, limit: number, signal?: AbortSignal): Promise<FullPool[]> {
  let fullest: FullPool[] = [];
  const pages = storage.pages<CountedPool>(
    `select p.id, p.name, p.network_id, p.start_ip, p.end_ip, p.used_count, p.held_count, ${POOL_COUNTS}
     from pool p join network n on n.id = p.network_id where p.used_count + p.held_count > 0`,
    [now],
    signal,
  );
  for await (const rows of pages) fullest = [...fullest, ...rows.map(fullPoolOf)].toSorted(byUtilization).slice(0, limit);
  return fullest;
}

function fullPoolOf(pool: CountedPool): FullPool {
  return {
    pool_id: pool.id,
    name: pool.name,
    network_id: pool.network_id,
    start_ip: pool.start_ip,
    end_ip: pool.end_ip,
    total_ips: toWireCount(usableAddresses(pool)),
    used_ips: toWireCount(BigInt(pool.used_count)),
    held_ips: toWireCount(BigInt(pool.held_count)),
    utilization: poolUtilization(pool),
  };
}

function byUtilization(one: FullPool, other: FullPool): number {
  return (
    other.utilization - one.utilization ||
    (one.name < other.name ? -1 : Number(one.name > other.name)) ||
    (one.pool_id < other.pool_id ? -1 : 1)
  );
}
