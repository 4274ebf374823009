import { conflictDocuments, type ConflictRow } from "../conflicts/conflict.entity.ts";
import { writeConflict } from "../conflicts/conflict-ledger.ts";
import { recheckHardwareConflictsAt } from "../conflicts/hardware-followers.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { discoveredDeviceDocuments } from "../discovery/found/discovered-device.entity.ts";
import { discoveryRuleDocuments } from "../discovery/rules/discovery-rule.entity.ts";
import { lockRules, writeRule } from "../discovery/rules/discovery-rule-service.ts";
import { lockDiscovered } from "../discovery/running/sightings.ts";
import { scanDocuments } from "../discovery/scans/scan.entity.ts";

/**
 * What scans saw in some networks, their scans and their rules become those of another, which will have all of their addresses. Scans that
 * are not over go with their networks; so do rules for a type of scan that the other has one for.
 */
export async function handOverDiscovery(change: Change, from: readonly string[], to: string): Promise<void> {
  await lockRules(change);
  for (const id of [...from, to].toSorted()) await lockDiscovered(change, id);
  await handOverRules(change, from, to);
  await handOverDocuments(change, {
    table: "discovered_device",
    from,
    to,
    write: (doc) => withNetwork(discoveredDeviceDocuments, doc, to),
  });
  await handOverDocuments(change, {
    table: "scan",
    from,
    to,
    where: " and status not in ('pending', 'running')",
    write: (doc) => withNetwork(scanDocuments, doc, to),
  });
  await handOverHardwareConflicts(change, from, to);
}

/** Documents that are written again between two turns of the event loop. */
const SLICE = 500;

function withNetwork<Doc extends { network_id: string }>(
  documents: { read(stored: string): Doc; write(record: Doc): string },
  doc: string,
  networkId: string,
): string {
  return documents.write({ ...documents.read(doc), network_id: networkId });
}

async function handOverDocuments(
  change: Change,
  work: {
    readonly table: "discovered_device" | "scan";
    readonly from: readonly string[];
    readonly to: string;
    readonly where?: string;
    readonly write: (doc: string) => string;
  },
): Promise<void> {
  const { table, from, to, where = "", write } = work;
  for (;;) {
    const rows = await change.all<{ id: string; doc: string }>(
      `select id, doc from ${table} where network_id = any(?)${where} limit ${SLICE}`,
      [from],
    );
    await change.update(
      table,
      "id",
      ["network_id", "doc"],
      rows.map(({ id, doc }) => [id, to, write(doc)]),
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
    const before = discoveryRuleDocuments.read(row.doc);
    const after = { ...before, network_id: to, updated_at: change.now };
    await writeRule(change, after);
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
