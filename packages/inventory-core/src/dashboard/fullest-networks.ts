import type { OpenStorage } from "../contract/storage/storage.ts";
import { USED_HOSTS, utilizationOf } from "../networks/network-utilization.ts";
import { NETWORK_FULLNESS } from "../storage/measures/fullness.ts";
import type { FullNetwork } from "./dashboard.ts";

interface FullRow {
  readonly id: string;
  readonly name: string;
  readonly subnet: string;
  readonly datacenter_id: string | null;
  readonly first_key: string;
  readonly prefix_length: number;
  readonly used_count: number;
  /** The fraction that is used, with held network and broadcast addresses. */
  readonly most: number;
}

/**
 * The networks that are fullest, as `networks.utilization` answers; those without a used address are left out. They are read by their
 * counters, which also count held network and broadcast addresses, until no further one can be fuller than those found.
 */
export async function fullestNetworks(storage: OpenStorage, limit: number, signal?: AbortSignal): Promise<FullNetwork[]> {
  const fullness = NETWORK_FULLNESS[storage.dialect];
  let fullest: FullNetwork[] = [];
  const pages = storage.pages<FullRow>(
    `select n.id, n.name, n.subnet, n.datacenter_id, n.first_key, n.prefix_length, ${USED_HOSTS} as used_count, ${fullness} as most
     from network n where n.used_count > 0 order by ${fullness} desc`,
    [],
    signal,
  );
  for await (const rows of pages) {
    const used = rows.filter((row) => row.used_count > 0);
    fullest = [...fullest, ...used.map(fullNetworkOf)].toSorted(byUtilization).slice(0, limit);
    const least = fullest.length < limit ? 0 : (fullest.at(-1)?.utilization ?? 0);
    if (least >= (rows.at(-1)?.most ?? 0) * 100) break;
  }
  return fullest;
}

const fullNetworkOf = (row: FullRow): FullNetwork => ({
  ...utilizationOf(row),
  name: row.name,
  subnet: row.subnet,
  datacenter_id: row.datacenter_id,
});

function byUtilization(one: FullNetwork, other: FullNetwork): number {
  return (
    other.utilization - one.utilization ||
    (one.name < other.name ? -1 : Number(one.name > other.name)) ||
    (one.network_id < other.network_id ? -1 : 1)
  );
}
