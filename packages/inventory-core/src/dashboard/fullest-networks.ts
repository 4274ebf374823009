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
}

/** The networks that are fullest, by their counters, as `networks.utilization` answers; those without a used address are left out. */
export async function fullestNetworks(storage: OpenStorage, limit: number): Promise<FullNetwork[]> {
  const rows = await storage.read.all<FullRow>(
    `select n.id, n.name, n.subnet, n.datacenter_id, n.first_key, n.prefix_length, ${USED_HOSTS} as used_count from network n
     where n.used_count > 0 order by ${NETWORK_FULLNESS[storage.dialect]} desc limit ?`,
    [limit],
  );
  return rows
    .map((row) => ({ ...utilizationOf(row), name: row.name, subnet: row.subnet, datacenter_id: row.datacenter_id }))
    .toSorted(
      (one, other) =>
        other.utilization - one.utilization ||
        (one.name < other.name ? -1 : Number(one.name > other.name)) ||
        (one.network_id < other.network_id ? -1 : 1),
    );
}
