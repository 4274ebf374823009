import type { Change } from "@cadastre/inventory-core";
import { MAX_LEASES } from "../reading/collect-leases.ts";
import { dueAfter, sourceRow } from "../sources/lease-source-row.ts";
import { missingOf, type SiteReading } from "./site-reading.ts";

/** A reading of which nothing is heard for so long is given away again: its agent was killed, or lost. */
const CLAIM_MS = 120_000;

/** Keeps a reading that goes on, and gives its agent time for the next report. */
export async function keepReading(change: Change, id: string, reading: SiteReading): Promise<void> {
  const until = new Date(Date.parse(change.now) + CLAIM_MS).toISOString();
  await change.run("update lease_source set site_reading = ?, site_due_at = ? where id = ? and site_due_at is not null", [
    JSON.stringify(reading),
    until,
    id,
  ]);
}

/** Ends a reading: what came of it, and when the next one is due. */
export async function closeReading(
  change: Change,
  id: string,
  { error, leases = 0, unread = 0 }: { readonly error: string; readonly leases?: number; readonly unread?: number },
): Promise<void> {
  const row = await sourceRow(change, id);
  const due = row.site_due_at === null ? null : dueAfter(row, change.now);
  await change.run("update lease_source set site_reading = null, site_due_at = ?, last_read_at = ?, last_error = ? where id = ?", [
    due,
    change.now,
    error,
    id,
  ]);
  if (error !== "") return;
  const { count: inside } = (await change.get<{ count: number }>("select count(*) as count from dhcp_lease where source_id = ?", [id])) ?? {
    count: 0,
  };
  await change.run("update lease_source set lease_count = ?, outside_count = ?, unread_count = ? where id = ?", [
    inside,
    Math.max(0, Math.min(leases, MAX_LEASES) - inside),
    unread,
    id,
  ]);
}

/** Keeps a reading of which something is still to come, and ends one that is whole. */
export async function keepOrClose(change: Change, id: string, reading: SiteReading): Promise<void> {
  if (reading.end === null || missingOf(reading).length > 0) await keepReading(change, id, reading);
  else await closeReading(change, id, { error: "", ...reading.end });
}
