import { type Intention, type Resource, type Trace, traceText, WITH_EVENTS } from "./intention.ts";
import { type Ledger, recordKey } from "./ledger.ts";

/** A record as a table has it. */
export interface StoredRecord {
  readonly resource: Resource;
  readonly id: string;
  readonly key: string;
  readonly mark: string;
  /** The stored document in canonical text. */
  readonly document: string;
}

/** What a database has of the records and changes that a ledger tells of. */
export interface StoredState {
  readonly records: readonly StoredRecord[];
  readonly events: readonly Trace[];
  readonly audits: readonly Trace[];
}

export interface LedgerCheck {
  readonly violations: readonly string[];
  /** Unacknowledged changes that had happened when the host was killed. */
  readonly happened: number;
}

/**
 * Holds a database against what its clients were told: nothing acknowledged is missing or different, nothing is there
 * that nobody asked for, and each change left one audit row and, where it has events, one event. A change without an
 * acknowledgement has all of them or none; the ledger takes it over the way it is found.
 */
export function checkLedger(ledger: Ledger, stored: StoredState): LedgerCheck {
  const violations: string[] = ledger.refusals.splice(0);
  const byId = new Map(stored.records.map((record) => [recordKey(record.resource, record.id), record]));
  let happened = 0;
  for (const intention of ledger.pending) {
    const found = outcomeOf(intention, byId, stored.records);
    if (found === undefined) continue;
    happened += 1;
    ledger.apply(intention, found);
    if (found.length !== intention.count)
      violations.push(`${nameOf(intention)}, unacknowledged, happened by half: ${found.length} of ${intention.count}`);
  }
  ledger.pending.clear();
  violations.push(...compareRecords(ledger, byId), ...compareTraces(ledger, stored));
  return { violations, happened };
}

/** What an unacknowledged change wrote or removed, or undefined when it did not happen. */
function outcomeOf(
  intention: Intention,
  byId: ReadonlyMap<string, StoredRecord>,
  records: readonly StoredRecord[],
): { id: string; document: string | undefined }[] | undefined {
  const { resource, action, key, mark, id } = intention;
  if (action === "create") {
    const made = records.filter((record) => record.resource === resource && record.key === key);
    return made.length === 0 ? undefined : made;
  }
  const record = byId.get(recordKey(resource, id as string));
  if (action === "delete") return record === undefined ? [{ id: id as string, document: undefined }] : undefined;
  return record?.mark === mark ? [record] : undefined;
}

function compareRecords(ledger: Ledger, byId: ReadonlyMap<string, StoredRecord>): string[] {
  const violations: string[] = [];
  for (const [name, expected] of ledger.records) {
    const record = byId.get(name);
    if (record === undefined) violations.push(`acknowledged, but gone: ${name} (${expected.key})`);
    else if (record.mark !== expected.mark) violations.push(`acknowledged as ${expected.mark}, but is ${record.mark}: ${name}`);
    else if (expected.document === undefined) ledger.records.set(name, { ...expected, document: record.document });
    else if (record.document !== expected.document)
      violations.push(`differs from what was acknowledged: ${name}: ${record.document} in place of ${expected.document}`);
  }
  for (const [name, record] of byId)
    if (!ledger.records.has(name)) violations.push(`is there, but was deleted or never asked for: ${name} (${record.key})`);
  return violations;
}

/** Whether it tells of a relationship that went with one of its devices, which has an event and no audit row of its own. */
function wentWithDevice(ledger: Ledger, change: string): boolean {
  const ends = /^relationship\.delete ([^/]+)\/([^/]+)\//.exec(change)?.slice(1) ?? [];
  return ends.some((id) => [...ledger.changes.keys()].some((other) => other.startsWith(`device.delete ${id} `)));
}

function compareTraces(ledger: Ledger, { audits, events }: StoredState): string[] {
  const violations: string[] = [];
  const audited = counted(audits);
  const told = counted(events);
  for (const [change, { resource, count }] of ledger.changes) {
    const rows = audited.get(change) ?? 0;
    if (rows !== count) violations.push(`${rows} audit rows in place of ${count}: ${change}`);
    const due = WITH_EVENTS.has(resource) ? count : 0;
    const sent = told.get(change) ?? 0;
    if (sent !== due) violations.push(`${sent} events in place of ${due}: ${change}`);
  }
  for (const [log, counts] of [
    ["audit row", audited],
    ["event", told],
  ] as const) {
    for (const change of counts.keys())
      if (!ledger.changes.has(change) && !wentWithDevice(ledger, change))
        violations.push(`${log} of a change that did not happen: ${change}`);
  }
  return violations;
}

function counted(traces: readonly Trace[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const trace of traces) counts.set(traceText(trace), (counts.get(traceText(trace)) ?? 0) + 1);
  return counts;
}

const nameOf = ({ resource, action, key }: Intention): string => `${resource}.${action} of ${key}`;
