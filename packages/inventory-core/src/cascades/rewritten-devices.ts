import { setImmediate } from "../contract/real-timers.ts";
import { ChangeState } from "../contract/storage/change-state.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { deviceEventData, deviceUpdated } from "../devices/device.events.ts";
import { loadDevices, updateDevices } from "../devices/device-rows.ts";
import { devicesInSlices } from "../devices/device-slices.ts";
import { awaitDocuments, documentsOf } from "../devices/told-devices.ts";

/** Devices of a change, by id, with the names of the fields that changed. */
const rewrites = new ChangeState((change) => {
  change.beforeCommit(async () => await rewriteAll(change));
  return new Map<string, Set<string>>();
});

/**
 * Has the documents of devices written anew when the change is complete, after something else changed their rows (a
 * network that went, a datacenter that moved), with one event for each, however often it is asked for.
 *
 * @param changes names of the fields that changed
 */
export function rewriteDevices(change: Change, ids: Iterable<string>, changes: readonly string[]): void {
  const all = rewrites.of(change);
  const asked = [...ids];
  awaitDocuments(change, asked);
  for (const id of asked) all.set(id, new Set([...(all.get(id) ?? []), ...changes]));
}

const meant = new ChangeState(() => new Set<string>());

/** Devices that the change is about, and that are not rewritten only because something around them changed: audit rows say so. */
export function auditDevices(change: Change, ids: Iterable<string>): void {
  for (const id of ids) meant.of(change).add(id);
}

async function rewriteAll(change: Change): Promise<void> {
  const all = new Map(rewrites.seen(change));
  for await (const ids of devicesInSlices(change, [...all.keys()])) {
    // Their documents still say what they were.
    const before = await documentsOf(change, ids);
    const loaded = await loadDevices(change, ids);
    const changed = ids.flatMap((id) => {
      const device = loaded.get(id)?.device;
      return device === undefined ? [] : [{ device: { ...device, updated_at: change.now }, changes: [...(all.get(id) ?? [])] }];
    });
    await updateDevices(
      change,
      changed.map(({ device }) => device),
    );
    for (const { device, changes } of changed) {
      change.emit(deviceUpdated, device.id, { ...deviceEventData(device), changes });
      const { id } = device;
      const follows = meant.seen(change)?.has(id) !== true;
      change.audit({ action: "update", resource: "device", resourceId: id, before: before.get(id), after: device, follows });
      if (change.extensions.has("device")) await change.extensions.after(change, "device", before.get(id), device);
    }
    if (ids.length < all.size) await change.writeOut();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
