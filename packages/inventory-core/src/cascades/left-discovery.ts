import { remarkPlaces, seenPlaces } from "../address-space/passed-over/seen-addresses.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { NetworkPlace } from "../contract/cascades.ts";
import type { DiscoveredDevice } from "../reconciliation/discovered-device.ts";
import { deleteSeen, readSeen, rewriteSeen } from "../reconciliation/seen-rows.ts";
import { lockRules } from "../discovery/rules/discovery-rule-service.ts";
import { lockSeen } from "../reconciliation/seen-lock.ts";

/** A network goes: so do its scans, its rules and what was seen in it (docs/spec/deletion.md#network). */
export async function removeDiscovery(change: Change, networkId: string): Promise<void> {
  await lockRules(change);
  await lockSeen(change, [networkId]);
  const places = await seenPlaces(change, { networkIds: [networkId] });
  for (const table of ["discovery_rule", "scan"]) await change.exec(`delete from ${table} where network_id = ?`, [networkId]);
  await deleteSeen(change, "network_id = ?", [networkId]);
  await remarkPlaces(change, places);
}

/** A network was moved: what was seen at addresses that are not its own any more goes. */
export async function forgetOutside(
  change: Change,
  { id, first_key: first, last_key: last }: Pick<NetworkPlace, "id" | "first_key" | "last_key">,
): Promise<void> {
  await lockSeen(change, [id]);
  await deleteSeen(change, "network_id = ? and (ip_key < ? or ip_key > ?)", [id, first, last]);
}

/** Devices go: what they were promoted from may be promoted again. */
export async function forgetPromotions(change: Change, deviceIds: readonly string[]): Promise<void> {
  const rows = await readSeen(change, "promoted_to_device_id = any(?)", [deviceIds]);
  const changes = rows.map((before) => {
    const after: DiscoveredDevice = { ...before, promoted_to_device_id: null, promoted_at: null, updated_at: change.now };
    return { before, after };
  });
  await rewriteSeen(change, changes);
  change.touch(
    "discovered_device",
    rows.map(({ id }) => id),
  );
}
