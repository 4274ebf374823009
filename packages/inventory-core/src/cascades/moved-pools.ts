import { dropQuarantines } from "../address-space/passed-over/quarantine.ts";
import type { AddressKey } from "../address/address-key.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { NetworkPlace } from "../contract/cascades.ts";
import { releasePoolAllocations } from "../pools/allocations/allocation-release.ts";
import { removeOwnFields } from "../fields/stored-values.ts";
import type { Pool } from "../pools/pool.ts";
import { poolDocuments } from "../pools/pool.entity.ts";
import { poolDeleted } from "../pools/pool.events.ts";
import { freeRangeOf } from "../pools/pool-range.ts";
import { keepQuarantines } from "./removed-rows.ts";

/** What pools may hand out after the subnet of their network changed. */
export async function adjustPools(change: Change, network: NetworkPlace): Promise<void> {
  const pools = await change.all<{ id: string; start_key: AddressKey; end_key: AddressKey }>(
    "select id, start_key, end_key from pool where network_id = ?",
    [network.id],
  );
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
  const pools = await change.all<{ id: string; doc: string }>("select id, doc from pool where network_id = ? order by start_key", [
    networkId,
  ]);
  const ids = pools.map(({ id }) => id);
  await keepQuarantines(change, ids);
  await releasePoolAllocations(change, ids);
  await dropQuarantines(change, ids);
  await change.run("delete from pool where network_id = ?", [networkId]);
  const texts = await poolDocuments.currentAll(
    change,
    pools.map(({ doc }) => doc),
  );
  await removeOwnFields(change, "pool", ids);
  for (const [index, { id }] of pools.entries()) {
    const pool = JSON.parse(texts[index] as string) as Pool;
    change.emit(poolDeleted, id, pool);
    change.audit({ action: "delete", resource: "pool", resourceId: id, before: pool, follows: true });
  }
}
