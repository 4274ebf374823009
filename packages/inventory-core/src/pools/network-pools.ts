import { holds } from "../contract/access/principal.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { NetworkDependents, NetworkPlace } from "../networks/network-service.ts";
import { releasePoolAllocations } from "./allocations/allocation-release.ts";
import { freeRangeOf, poolText } from "./pool-range.ts";

interface PoolKeys {
  readonly id: string;
  readonly name: string;
  readonly start_ip: string;
  readonly end_ip: string;
  readonly start_key: string;
  readonly end_key: string;
}

const KEYS = "id, name, start_ip, end_ip, start_key, end_key";

type CheckSubnet = NetworkDependents["checkSubnet"];

/** Pools must fit their network's subnet. */
export const checkPoolsFit: CheckSubnet = async (queries, networkId, { first_key: first, last_key: last, text }, draft, principal) => {
  const outside = await queries.all<PoolKeys>(
    `select ${KEYS} from pool where network_id = ? and (start_key < ? or end_key > ?) order by start_key limit 5`,
    [networkId, first, last],
  );
  if (outside.length === 0) return;
  draft.problems.add(
    "subnet",
    `${text} leaves pools outside${holds(principal, "pool:read") ? `: ${outside.map(poolText).join(", ")}` : ""}; move or delete them first`,
  );
};

/** What pools may hand out after the subnet of their network changed. */
export async function adjustPools(change: Change, network: NetworkPlace): Promise<void> {
  const pools = await change.all<PoolKeys>(`select ${KEYS} from pool where network_id = ?`, [network.id]);
  await change.update(
    "pool",
    "id",
    ["first_free", "last_free"],
    pools.map((pool) => {
      const free = freeRangeOf(network, pool.start_key, pool.end_key);
      return [pool.id, free.first_free, free.last_free];
    }),
  );
}

/** Pools go with their network, and their allocations with them. */
export async function removePools(change: Change, networkId: string): Promise<void> {
  const pools = await change.all<{ id: string }>("select id from pool where network_id = ?", [networkId]);
  await releasePoolAllocations(
    change,
    pools.map(({ id }) => id),
  );
  await change.run("delete from pool where network_id = ?", [networkId]);
}
