import { remarkPlaces, seenPlaces } from "../address-space/passed-over/seen-addresses.ts";
import type { OldRows } from "../background/purge-old.ts";
import type { Retention } from "../background/retention.ts";
import { serviceToken } from "../contract/service-token.ts";
import { lockSeen } from "../reconciliation/seen-lock.ts";

/** Deletes what was discovered, and how, when it has been of no use for long (docs/spec/discovery.md#how-long-it-is-kept). */
export const DISCOVERY_RETENTION = serviceToken<Retention>("discovery-retention");

/** What nobody has seen for long. What became a device stays, as the record of where that came from, and what somebody ignores. */
const UNSEEN: OldRows = {
  table: "discovered_device",
  resource: "discovered_device",
  columns: ["network_id"],
  condition: "t.last_seen < ? and t.promoted_to_device_id is null and t.ignored_at is null",
  locks: () => [],
  around: async (change, rows, remove) => {
    await lockSeen(change, [...new Set(rows.map((row) => row["network_id"] as string))]);
    const places = await seenPlaces(change, { ids: rows.map(({ id }) => id) });
    const removed = await remove();
    await remarkPlaces(change, places);
    return removed;
  },
};

/** Scans that are over. The newest that completed stays: it says when its network was looked at. */
const OVER: OldRows = {
  table: "scan",
  resource: "scan",
  columns: [],
  condition: `t.created_at < ? and t.status in ('completed', 'failed', 'cancelled') and exists (
    select 1 from scan n where n.network_id = t.network_id and n.status = 'completed' and (n.created_at, n.id) > (t.created_at, t.id))`,
  locks: () => [{ on: "name", name: "scan-retention" }],
};

export const OLD_DISCOVERIES: readonly OldRows[] = [UNSEEN, OVER];
