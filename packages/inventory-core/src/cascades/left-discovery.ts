import { remarkPlaces, seenPlaces } from "../address-space/passed-over/seen-addresses.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { NetworkPlace } from "../contract/cascades.ts";
import type { DiscoveredDevice } from "../discovery/found/discovered-device.ts";
import { discoveredDeviceDocuments } from "../discovery/found/discovered-device.entity.ts";
import { lockRules } from "../discovery/rules/discovery-rule-service.ts";
import { lockDiscovered } from "../discovery/running/sightings.ts";

/** A network goes: so do its scans, its rules and what was seen in it (docs/spec/deletion.md#network). */
export async function removeDiscovery(change: Change, networkId: string): Promise<void> {
  await lockRules(change);
  await lockDiscovered(change, networkId);
  const places = await seenPlaces(change, { networkIds: [networkId] });
  for (const table of ["discovery_rule", "scan", "discovered_device"])
    await change.exec(`delete from ${table} where network_id = ?`, [networkId]);
  await remarkPlaces(change, places);
}

/** A network was moved: what was seen at addresses that are not its own any more goes. */
export async function forgetOutside(
  change: Change,
  { id, first_key: first, last_key: last }: Pick<NetworkPlace, "id" | "first_key" | "last_key">,
): Promise<void> {
  await lockDiscovered(change, id);
  await change.exec("delete from discovered_device where network_id = ? and (ip_key < ? or ip_key > ?)", [id, first, last]);
}

/** Devices go: what they were promoted from may be promoted again. */
export async function forgetPromotions(change: Change, deviceIds: readonly string[]): Promise<void> {
  const rows = await change.all<{ doc: string }>("select doc from discovered_device where promoted_to_device_id = any(?)", [deviceIds]);
  for (const { doc } of rows) {
    const seen = discoveredDeviceDocuments.read(doc);
    const after: DiscoveredDevice = { ...seen, promoted_to_device_id: null, promoted_at: null, updated_at: change.now };
    await change.exec("update discovered_device set promoted_to_device_id = null, doc = ? where id = ?", [
      discoveredDeviceDocuments.write(after),
      seen.id,
    ]);
    change.touch("discovered_device", [seen.id]);
  }
}
