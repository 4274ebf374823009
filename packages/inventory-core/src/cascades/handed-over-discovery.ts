import { conflictDocuments, type ConflictRow } from "../conflicts/conflict.entity.ts";
import { writeConflict } from "../conflicts/conflict-ledger.ts";
import { recheckHardwareConflictsAt } from "../conflicts/hardware-followers.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { DiscoveryRule, ruleOf, RULES_LOCK } from "../discovery/rules/discovery-rule.ts";
import { writeRow } from "../records/fields/record-rows.ts";
import { lockSeen } from "../reconciliation/seen-lock.ts";
import { readSeen, rewriteSeen } from "../reconciliation/seen-rows.ts";
import { scanDocuments } from "../discovery/scans/scan.entity.ts";
import { countScans } from "./left-discovery.ts";
import { keepRows } from "../reconciliation/kept-rows.ts";

/**
 * What scans saw in some networks, their scans and their rules become those of another, which will have all of their addresses. Scans that
 * are not over go with their networks; so do rules for a type of scan that the other has one for.
 */
export async function handOverDiscovery(change: Change, from: readonly string[], to: string): Promise<void> {
  await change.lock({ on: "name", name: RULES_LOCK });
  await lockSeen(change, [...from, to]);
  await handOverRules(change, from, to);
  await handOverSeen(change, from, to);
  await handOverScans(change, from, to);
  await handOverHardwareConflicts(change, from, to);
}

/** Documents that are written again between two turns of the event loop. */
const SLICE = 500;

/** Condition for scans that have ended. */
const OVER = "status not in ('pending', 'running')";

async function handOverSeen(change: Change, from: readonly string[], to: string): Promise<void> {
  for (const id of from) await keepRows(change, "discovered_device", ["ip_key"], "network_id = ?", [id]);
  for (;;) {
    const rows = await readSeen(change, `network_id = any(?) limit ${SLICE}`, [from]);
    await rewriteSeen(
      change,
      rows.map((before) => ({ before, after: { ...before, network_id: to } })),
    );
    if (rows.length < SLICE) return;
  }
}

async function handOverScans(change: Change, from: readonly string[], to: string): Promise<void> {
  for (const id of from) await countScans(change, id, OVER);
  for (;;) {
    const rows = await change.all<{ id: string; doc: string }>(
      `select id, doc from scan where network_id = any(?) and ${OVER} limit ${SLICE}`,
      [from],
    );
    await change.update(
      "scan",
      "id",
      ["network_id", "doc"],
      rows.map(({ id, doc }) => [id, to, scanDocuments.write({ ...scanDocuments.read(doc), network_id: to })]),
    );
    if (rows.length < SLICE) return;
  }
}

async function handOverRules(change: Change, from: readonly string[], to: string): Promise<void> {
  const rows = await change.all<{ network_id: string; scan_type: string; doc: string }>(
    "select network_id, scan_type, doc from discovery_rule where network_id = any(?) order by id",
    [[...from, to]],
  );
  const types = new Set(rows.filter((row) => row.network_id === to).map((row) => row.scan_type));
  for (const row of rows) {
    if (types.has(row.scan_type)) continue;
    types.add(row.scan_type);
    const before = ruleOf(row);
    const after = { ...before, network_id: to, updated_at: change.now };
    await writeRow(change, DiscoveryRule, [before, after]);
    change.audit({ action: "update", resource: "discovery_rule", resourceId: before.id, before, after });
  }
}

/** Open conflicts over hardware name the network in which it was seen. */
async function handOverHardwareConflicts(change: Change, from: readonly string[], to: string): Promise<void> {
  const gone = new Set(from);
  const rows = await change.all<ConflictRow>(
    `select distinct c.* from network n join conflict c
       on c.type = 'discovery_mismatch' and c.space = n.space and c.subject >= n.first_key and c.subject <= n.last_key
       and c.status <> 'resolved'
     where n.id = any(?) order by c.id`,
    [from],
  );
  for (const row of rows) {
    const record = conflictDocuments.read(row.doc);
    const ids = [...new Set(record.network_ids.map((id) => (gone.has(id) ? to : id)))];
    await writeConflict(change, { ...record, network_ids: ids });
    // Its names and subnets follow when the change is complete.
    recheckHardwareConflictsAt(change, row.space, [row.subject]);
  }
}
