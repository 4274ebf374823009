import type { Change } from "../contract/write-path.ts";
import { deviceEventData, deviceUpdated } from "./device.events.ts";
import { loadDevices, updateDevices } from "./device-rows.ts";

/** Devices whose rows are rewritten between two turns of the event loop. */
const SLICE = 200;

/**
 * Writes the documents of devices anew after something else changed their rows (a network that went, a datacenter that
 * moved), and says so in an event for each.
 *
 * @param changes names of the fields that changed
 */
export async function rewriteDevices(change: Change, ids: Iterable<string>, changes: readonly string[]): Promise<void> {
  const all = [...new Set(ids)];
  for (let at = 0; at < all.length; at += SLICE) {
    const loaded = await loadDevices(change, all.slice(at, at + SLICE));
    const devices = [...loaded.values()].map(({ device }) => ({ ...device, updated_at: change.now }));
    await updateDevices(change, devices);
    for (const device of devices) change.emit(deviceUpdated, device.id, { ...deviceEventData(device), changes: [...changes] });
    await new Promise((resolve) => setImmediate(resolve));
  }
}
