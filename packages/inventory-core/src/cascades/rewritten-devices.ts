import { ChangeState } from "../contract/storage/change-state.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { deviceEventData, deviceUpdated } from "../devices/device.events.ts";
import { deviceDocuments, loadDevices, updateDevices } from "../devices/device-rows.ts";

/** Devices whose rows are rewritten between two turns of the event loop. */
const SLICE = 200;

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
  for (const id of ids) all.set(id, new Set([...(all.get(id) ?? []), ...changes]));
}

const audited = new ChangeState(() => new Set<string>());

/** Has devices leave audit rows when they are rewritten: it is they that the change is about, not only something around them. */
export function auditDevices(change: Change, ids: Iterable<string>): void {
  for (const id of ids) audited.of(change).add(id);
}

async function rewriteAll(change: Change): Promise<void> {
  const all = [...(rewrites.seen(change) ?? [])];
  for (let at = 0; at < all.length; at += SLICE) {
    const slice = all.slice(at, at + SLICE);
    const loaded = await loadDevices(
      change,
      slice.map(([id]) => id),
    );
    const changed = slice.flatMap(([id, changes]) => {
      const device = loaded.get(id)?.device;
      return device === undefined ? [] : [{ device: { ...device, updated_at: change.now }, changes: [...changes] }];
    });
    const before = await documentsBefore(
      change,
      changed.map(({ device }) => device.id),
    );
    await updateDevices(
      change,
      changed.map(({ device }) => device),
    );
    for (const { device, changes } of changed) {
      change.emit(deviceUpdated, device.id, { ...deviceEventData(device), changes });
      const was = before.get(device.id);
      if (was !== undefined) change.audit({ action: "update", resource: "device", resourceId: device.id, before: was, after: device });
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** What those that leave audit rows are told as so far. */
async function documentsBefore(change: Change, ids: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const told = ids.filter((id) => audited.seen(change)?.has(id) === true);
  if (told.length === 0) return new Map();
  const rows = await change.all<{ id: string; doc: string }>("select id, doc from device where id = any(?)", [told]);
  const texts = await deviceDocuments.currentAll(
    change,
    rows.map(({ doc }) => doc),
  );
  return new Map(rows.map(({ id }, index) => [id, JSON.parse(texts[index] as string) as unknown]));
}
