import { removeOwnFields } from "../fields/stored-values.ts";
import { reconcile, TouchedKeys } from "../address-space/space-ledger.ts";
import type { Cascades } from "../contract/cascades.ts";
import { dropConfirmed } from "../pools/allocations/allocation-rows.ts";
import { relationshipDocuments } from "../relationships/relationship.entity.ts";
import { relationshipDeleted, relationshipId } from "../relationships/relationship.events.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { followDevicesSeen } from "../reconciliation/follow-records.ts";
import { forgetPromotions } from "./left-discovery.ts";
import { keepRows } from "../reconciliation/kept-rows.ts";

/**
 * Devices go: their addresses become free (unless another device or an allocation holds them), their allocations end, their relationships
 * go, and what they were promoted from may be promoted again. What follows a device that comes or changes is in `devices/device-writer.ts`.
 */
export const devicesDeleted: Cascades["devicesDeleted"] = async (change, devices) => {
  const ids = devices.map(({ id }) => id);
  const placed = devices.flatMap((device) => device.placed);
  await change.lock(...[...new Set(placed.map(({ space }) => space))].map((space) => ({ on: "space", space }) as const));
  const touched = placed.reduce((keys, { space, key }) => keys.add(space, key), new TouchedKeys());
  await keepRows(change, "address_absence", ["space", "ip_key", "device_id"], "device_id = any(?)", [ids]);
  // Runs, counters and conflicts come in line with who holds the addresses afterwards.
  const remove = async (): Promise<void> => {
    await dropConfirmed(change, new Map(ids.map((id) => [id, []])));
    await removeRelationships(change, ids);
    for (const table of ["address", "device_tag", "device_domain"])
      await change.exec(`delete from ${table} where device_id = any(?)`, [ids]);
    await removeOwnFields(change, "device", ids);
    await change.exec("delete from device where id = any(?)", [ids]);
  };
  await reconcile(change, touched, remove, "address", ids);
  await forgetPromotions(change, ids);
  await followDevicesSeen(
    change,
    placed.map(({ space }) => space),
    ids,
  );
};

/** Relationships go with either of their devices, and are told of. */
async function removeRelationships(change: Change, ids: readonly string[]): Promise<void> {
  const ends = [ids, ids];
  const rows = await change.all<{ doc: string }>(
    "select doc from relationship where parent_id = any(?) or child_id = any(?) order by parent_id, child_id, type",
    ends,
  );
  if (rows.length === 0) return;
  await change.exec("delete from relationship where parent_id = any(?) or child_id = any(?)", ends);
  for (const { doc } of rows) {
    const relationship = relationshipDocuments.read(doc);
    const id = relationshipId(relationship);
    change.emit(relationshipDeleted, id, relationship);
    change.audit({ action: "delete", resource: "relationship", resourceId: id, before: relationship, follows: true });
  }
}
