import { RESOURCES, type Trace } from "./intention.ts";
import { canonical } from "./ledger.ts";
import type { StoredRecord, StoredState } from "./check-ledger.ts";

/** Runs one statement that only reads, on a connection that is none of the engine's. */
export type ReadRows = (sql: string) => Promise<unknown[]> | unknown[];

const RELATED = "parent_id || '/' || child_id || '/' || type";
const RECORDS = `
  select 'device' as resource, id, name as key, description as mark, doc from device
  union all select 'network', id, name, description, doc from network
  union all select 'allocation', id, request_key, note, doc from allocation
  union all select 'relationship', ${RELATED}, ${RELATED}, '', doc from relationship`;
const EVENTS = "select event, record_id, data from event order by seq";
const AUDITS =
  `select resource, action, resource_id, changes from audit where resource in ` +
  `(${RESOURCES.map((name) => `'${name}'`).join(", ")}) order by seq`;

/** The fields of a record in a log that may carry the mark of its change. */
interface Marked {
  readonly description?: string;
  readonly note?: string;
}

const markOf = (record: Marked | null | undefined): string => record?.description ?? record?.note ?? "";

/** A stored document as it is answered: without its version. */
function answered(doc: string): object {
  const { $version: _version, ...record } = JSON.parse(doc) as Record<string, unknown>;
  return record;
}

/** Reads all that is checked, in three statements whatever the size. */
export async function readStored(read: ReadRows): Promise<StoredState> {
  const records = (await read(RECORDS)) as (Omit<StoredRecord, "document"> & { doc: string })[];
  return {
    records: records.map(({ doc, ...record }) => ({ ...record, document: canonical(answered(doc)) })),
    events: await readEvents(read),
    audits: await readAudits(read),
  };
}

async function readEvents(read: ReadRows): Promise<Trace[]> {
  const rows = (await read(EVENTS)) as { event: string; record_id: string; data: string }[];
  return rows.flatMap(({ event, record_id: id, data }) => {
    const [resource = "", tense = ""] = event.split(".");
    // Users and keys have events of their own when the server runs with authentication.
    if (!RESOURCES.some((known) => known === resource)) return [];
    return [{ resource, action: tense.replace(/d$/, ""), id, mark: markOf(JSON.parse(data) as Marked) }];
  });
}

/** The audit trail in the order of its rows, which on SQLite is the order of commits. */
export async function readAudits(read: ReadRows): Promise<Trace[]> {
  const rows = (await read(AUDITS)) as { resource: string; action: string; resource_id: string; changes: string }[];
  return rows.map(({ resource, action, resource_id: id, changes }) => {
    const { before, after } = JSON.parse(changes) as { before: Marked | null; after: Marked | null };
    return { resource, action, id, mark: markOf(after ?? before) };
  });
}
