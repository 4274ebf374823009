import { toWireCount } from "../address/host-count.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import { fullnessOf } from "../pools/pool-fullness.ts";
import type { FullPool } from "./dashboard.ts";

interface CountedPool {
  readonly id: string;
  readonly name: string;
  readonly network_id: string;
  readonly start_ip: string;
  readonly end_ip: string;
  readonly start_key: string;
  readonly end_key: string;
  readonly used_count: number;
  readonly held_count: number;
}

/**
 * The pools that are fullest, by their counters, as `pool.utilization_high` tells. How many addresses a pool has is no number
 * that a database could order by, so all pools that have something taken are read, in pages, and the fullest so far kept.
 */
export async function fullestPools(storage: OpenStorage, limit: number, signal?: AbortSignal): Promise<FullPool[]> {
  let fullest: FullPool[] = [];
  const pages = storage.pages<CountedPool>(
    "select id, name, network_id, start_ip, end_ip, start_key, end_key, used_count, held_count from pool where used_count + held_count > 0",
    [],
    signal,
  );
  for await (const rows of pages) fullest = [...fullest, ...rows.map(fullPoolOf)].toSorted(byUtilization).slice(0, limit);
  return fullest;
}

function fullPoolOf({
  id,
  name,
  network_id,
  start_ip,
  end_ip,
  start_key: start,
  end_key: end,
  used_count: used,
  held_count: held,
}: CountedPool): FullPool {
  const { total, utilization } = fullnessOf(start, end, used + held);
  return {
    pool_id: id,
    name,
    network_id,
    start_ip,
    end_ip,
    total_ips: total,
    used_ips: toWireCount(BigInt(used)),
    held_ips: toWireCount(BigInt(held)),
    utilization,
  };
}

function byUtilization(one: FullPool, other: FullPool): number {
  return (
    other.utilization - one.utilization ||
    (one.name < other.name ? -1 : Number(one.name > other.name)) ||
    (one.pool_id < other.pool_id ? -1 : 1)
  );
}
