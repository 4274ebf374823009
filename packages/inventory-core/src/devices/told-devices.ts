import { ChangeState } from "../contract/storage/change-state.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { Device } from "./device.ts";
import { deviceDocuments } from "./device-rows.ts";

/** Devices whose rows a change has changed beside their documents, which are written when it is complete. */
const awaiting = new ChangeState(() => new Set<string>());

/** Rows of devices changed (addresses that were linked elsewhere): their documents still say what they were. */
export function awaitDocuments(change: Change, ids: Iterable<string>): void {
  for (const id of ids) awaiting.of(change).add(id);
}

/**
 * Those of some devices that were told otherwise than their rows say by now: as their documents are. What an audit row has for before is
 * what the one before it has for after.
 */
export async function toldDevices(change: Change, ids: readonly string[]): Promise<ReadonlyMap<string, Device>> {
  const seen = awaiting.seen(change);
  const asked = seen === undefined ? [] : ids.filter((id) => seen.has(id));
  return asked.length === 0 ? new Map() : await documentsOf(change, asked);
}

/** Devices as their documents say. */
export async function documentsOf(change: Change, ids: readonly string[]): Promise<ReadonlyMap<string, Device>> {
  const rows = await change.all<{ id: string; doc: string }>("select id, doc from device where id = any(?)", [ids]);
  const texts = await deviceDocuments.currentAll(
    change,
    rows.map(({ doc }) => doc),
  );
  return new Map(rows.map(({ id }, index) => [id, JSON.parse(texts[index] as string) as Device]));
}
