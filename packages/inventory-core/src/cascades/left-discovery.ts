import { remarkPlaces, seenPlaces } from "../address-space/passed-over/seen-addresses.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { NetworkPlace } from "../contract/cascades.ts";
import type { DiscoveredDevice } from "../reconciliation/discovered-device.ts";
import { deleteSeen, rewriteSeen, seenInSlices } from "../reconciliation/seen-rows.ts";
import { keepRows } from "../reconciliation/kept-rows.ts";
import { lockSeen } from "../reconciliation/seen-lock.ts";

/** The resource of audit rows that keep how many scans a network had that was deleted or merged. */
export const REMOVED_SCANS = "removed_scans";

/** Deletes the scans and the discovered devices of a network (docs/spec/deletion.md#network). Its rules refer to it by a cascade. */
export async function removeDiscovery(change: Change, networkId: string): Promise<void> {
  await lockSeen(change, [networkId]);
  const places = await seenPlaces(change, { networkIds: [networkId] });
  await countScans(change, networkId);
  await change.exec("delete from scan where network_id = ?", [networkId]);
  await keepRows(change, "discovered_device", ["ip_key"], "network_id = ?", [networkId]);
  await deleteSeen(change, "network_id = ?", [networkId]);
  await remarkPlaces(change, places);
}

/** Scans do not come back with an undo: the audit log keeps how many there were, so that it can say so. */
export async function countScans(change: Change, networkId: string, condition = "1 = 1"): Promise<void> {
  const scans = await change.get<{ count: number }>(`select count(*) as count from scan where network_id = ? and ${condition}`, [
    networkId,
  ]);
  const count = Number(scans?.count ?? 0);
  if (count === 0) return;
  const before = { network_id: networkId, count };
  change.audit({ action: "delete", resource: REMOVED_SCANS, resourceId: null, before, follows: true });
}

/** A network was moved: what was seen at addresses that are not its own any more goes. */
export async function forgetOutside(
  change: Change,
  { id, first_key: first, last_key: last }: Pick<NetworkPlace, "id" | "first_key" | "last_key">,
): Promise<void> {
  await lockSeen(change, [id]);
  await keepRows(change, "discovered_device", ["ip_key"], "network_id = ? and (ip_key < ? or ip_key > ?)", [id, first, last]);
  await deleteSeen(change, "network_id = ? and (ip_key < ? or ip_key > ?)", [id, first, last]);
}

/** Devices go: what they were promoted from may be promoted again. */
export async function forgetPromotions(change: Change, deviceIds: readonly string[]): Promise<void> {
  await keepRows(change, "discovered_device", ["id"], "promoted_to_device_id = any(?)", [deviceIds]);
  const rows = await change.all<{ id: string }>("select id from discovered_device where promoted_to_device_id = any(?) order by id", [
    deviceIds,
  ]);
  const ids = rows.map(({ id }) => id);
  for await (const slice of seenInSlices(change, ids)) {
    const changes = slice.map((before) => {
      const after: DiscoveredDevice = { ...before, promoted_to_device_id: null, promoted_at: null, updated_at: change.now };
      return { before, after };
    });
    await rewriteSeen(change, changes);
  }
  change.touch("discovered_device", ids);
}
