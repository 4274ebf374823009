import { recountPools } from "../address-space/counters.ts";
import { poolsChange } from "../address-space/pool-levels.ts";
import { dropQuarantines } from "../address-space/passed-over/quarantine.ts";
import { followPoolRange, poolIn } from "../address-space/free-blocks/followed-pools.ts";
import type { Cascades, PoolBounds } from "../contract/cascades.ts";
import type { SqlValue } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { releaseOutside, releasePoolAllocations } from "../pools/allocations/allocation-release.ts";
import { rewriteDevices } from "./rewritten-devices.ts";
import { keepQuarantines } from "./removed-rows.ts";

/** A pool comes: it counts what devices use of it, and nothing of it is free for networks. Addresses that they hold stay without a pool. */
export const poolCreated: Cascades["poolCreated"] = async (change, poolId, write) => {
  await write();
  await followPoolRange(change, await poolIn(change, poolId));
  await recountPools(change, "id", poolId);
};

/** A pool has another range: allocations outside are released, if they may be, and addresses outside have no pool any more. */
export const poolResized: Cascades["poolResized"] = async (change, pool, releases, write) => {
  await poolsChange(change, [pool.id]);
  const was = await poolIn(change, pool.id);
  if (releases) await releaseOutside(change, pool.id, pool);
  await write();
  await followPoolRange(change, was);
  await followPoolRange(change, await poolIn(change, pool.id));
  await unlinkPool(change, pool.id, pool);
  await recountPools(change, "id", pool.id);
};

/** A pool goes: its allocations with it; addresses stay, without a pool. */
export const poolDeleted: Cascades["poolDeleted"] = async (change, poolId, remove) => {
  const was = await poolIn(change, poolId);
  await keepQuarantines(change, [poolId]);
  await releasePoolAllocations(change, [poolId]);
  await dropQuarantines(change, [poolId]);
  await unlinkPool(change, poolId);
  await remove();
  await followPoolRange(change, was);
};

/** Addresses of devices outside a pool's new range, or of one that goes (no range), have no pool any more. */
export async function unlinkPool(change: Change, poolId: string, range?: PoolBounds): Promise<void> {
  const outside = range === undefined ? "" : " and (ip_key < ? or ip_key > ?)";
  const params: SqlValue[] = range === undefined ? [poolId] : [poolId, range.start_key, range.end_key];
  const rows = await change.all<{ device_id: string }>(`select distinct device_id from address where pool_id = ?${outside}`, params);
  if (rows.length === 0) return;
  await change.run(`update address set pool_id = null where pool_id = ?${outside}`, params);
  rewriteDevices(
    change,
    rows.map((row) => row.device_id),
    ["addresses"],
  );
}
