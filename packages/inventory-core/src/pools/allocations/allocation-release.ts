import { reconcile, TouchedKeys } from "../../address-space/space-ledger.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import { holds } from "../../contract/access/principal.ts";
import type { SqlValue } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { endKeys, forgetKeysOfPools } from "../request-keys/allocation-keys.ts";
import type { AllocationRow } from "./allocation.entity.ts";
import { allocationOf } from "./allocation-rows.ts";

/** Most allocations that are deleted between two turns of the event loop. */
const SLICE = 500;

/** Deletes allocations and frees what nobody else holds, with an audit row for each. The caller holds the locks. */
export async function removeAllocations(change: Change, rows: readonly AllocationRow[], action: "delete" | "expire"): Promise<void> {
  for (let at = 0; at < rows.length; at += SLICE) await removeSlice(change, rows.slice(at, at + SLICE), action);
}

async function removeSlice(change: Change, rows: readonly AllocationRow[], action: "delete" | "expire"): Promise<void> {
  const touched = rows.reduce((keys, row) => keys.add(row.space, row.ip_key), new TouchedKeys());
  const work = async (): Promise<void> => await change.exec("delete from allocation where id = any(?)", [rows.map(({ id }) => id)]);
  await reconcile(change, touched, work, "allocation");
  await endKeys(change, rows);
  for (const row of rows) change.audit({ action, resource: "allocation", resourceId: row.id, before: allocationOf(row) });
}

/** What releasing an allocation needs, whatever it is a part of. What goes with its pool is the pool's. */
const RELEASE = "allocation:delete";

/** Deletes allocations for a caller who asks for it. @throws FORBIDDEN */
export async function releaseFor(change: Change, rows: readonly AllocationRow[]): Promise<void> {
  if (rows.length > 0 && !holds(change.call.principal, RELEASE)) throw coreErrors.FORBIDDEN({ permission: RELEASE });
  await removeAllocations(change, rows, "delete");
}

/** Deletes the allocations of pools that go. */
export async function releasePoolAllocations(change: Change, poolIds: readonly string[]): Promise<void> {
  await removeWhere(change, "pool_id = any(?)", [poolIds]);
  await forgetKeysOfPools(change, poolIds);
}

/** From where to where a pool goes. */
interface Range {
  readonly start_key: string;
  readonly end_key: string;
}

/** Deletes the allocations of a pool outside a range. @throws FORBIDDEN */
export async function releaseOutside(change: Change, poolId: string, { start_key: start, end_key: end }: Range): Promise<void> {
  await removeWhere(change, "pool_id = ? and (ip_key < ? or ip_key > ?)", [poolId, start, end], releaseFor);
}

/** Deletes the allocations that match a condition, in slices. */
async function removeWhere(
  change: Change,
  condition: string,
  params: readonly SqlValue[],
  remove = async (_: Change, rows: readonly AllocationRow[]): Promise<void> => await removeAllocations(change, rows, "delete"),
): Promise<void> {
  for (let isFull = true; isFull;) {
    const rows = await change.all<AllocationRow>(`select * from allocation where ${condition} limit ${SLICE}`, params);
    await remove(change, rows);
    isFull = rows.length === SLICE;
    if (isFull) await change.writeOut();
  }
}

/** Holds of a space whose time is up, as many as one look sweeps. */
export async function expiredHolds(change: Change, space: number): Promise<AllocationRow[]> {
  return await change.all<AllocationRow>(
    `select * from allocation where space = ? and expires_at <= ? and status = 'held' order by expires_at limit ${SLICE}`,
    [space, change.now],
  );
}

/**
 * Deletes holds of a space whose time is up; the caller holds its lock.
 *
 * @param found what {@link expiredHolds} has found just now, if somebody looked
 * @returns true when there may be more
 */
export async function sweepExpired(change: Change, space: number, found?: readonly AllocationRow[]): Promise<boolean> {
  const rows = found ?? (await expiredHolds(change, space));
  await removeAllocations(change, rows, "expire");
  return rows.length === SLICE;
}
