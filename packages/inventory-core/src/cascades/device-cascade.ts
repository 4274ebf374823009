import { removeOwnFields } from "../fields/stored-values.ts";
import { reconcile, TouchedKeys } from "../address-space/space-ledger.ts";
import type { Cascades } from "../contract/cascades.ts";
import { dropConfirmed } from "../pools/allocations/allocation-rows.ts";
import { relationshipDocuments } from "../relationships/relationship.entity.ts";
import { relationshipDeleted, relationshipId } from "../relationships/relationship.events.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { forgetPromotions } from "./left-discovery.ts";

/**
 * A device goes: its addresses become free (unless another device or an allocation holds them), its allocations end, its relationships go,
 * and what it was promoted from may be promoted again. What follows a device that comes or changes is in `devices/device-writer.ts`.
 */
export const deviceDeleted: Cascades["deviceDeleted"] = async (change, { id, placed }) => {
  await change.lock(...[...new Set(placed.map(({ space }) => space))].map((space) => ({ on: "space", space }) as const));
  const touched = placed.reduce((keys, { space, key }) => keys.add(space, key), new TouchedKeys());
  // Runs, counters and conflicts come in line with who holds the addresses afterwards.
  await reconcile(change, touched, async () => {
    await dropConfirmed(change, id, []);
    await removeRelationships(change, id);
    for (const table of ["address", "device_tag", "device_domain"]) await change.exec(`delete from ${table} where device_id = ?`, [id]);
    await removeOwnFields(change, "device", [id]);
    await change.exec("delete from device where id = ?", [id]);
  });
  await forgetPromotions(change, [id]);
};

/** Relationships go with either of their devices, and are told of. */
async function removeRelationships(change: Change, deviceId: string): Promise<void> {
  const ends = [deviceId, deviceId];
  const rows = await change.all<{ doc: string }>(
    "select doc from relationship where parent_id = ? or child_id = ? order by parent_id, child_id, type",
    ends,
  );
  if (rows.length === 0) return;
  await change.exec("delete from relationship where parent_id = ? or child_id = ?", ends);
  for (const { doc } of rows) {
    const relationship = relationshipDocuments.read(doc);
    const id = relationshipId(relationship);
    change.emit(relationshipDeleted, id, relationship);
    change.audit({ action: "delete", resource: "relationship", resourceId: id, before: relationship, follows: true });
  }
}
