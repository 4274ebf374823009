import { isTurnOver, turnUnderLock } from "../background/loop-turn.ts";
import { changeIdOf } from "../audit/proof/changes-text.ts";
import { REMOVED_SCANS } from "../cascades/left-discovery.ts";
import { REMOVED_ROWS, type RemovedRows } from "../reconciliation/kept-rows.ts";
import type { Queries } from "../contract/storage/storage.ts";
import { type KeptKey, REQUEST_KEY } from "../pools/request-keys/allocation-keys.ts";
import { jsonMembers } from "../history/json-members.ts";
import { rowsByKey } from "../storage/list-reading/rows-by-key.ts";
import type { RecordKinds } from "../records/record-kinds.ts";

/** Kinds of record that a change is taken back of. */
export const KINDS = ["network", "pool", "allocation", "device", "relationship", "conflict"] as const;

/** Name of a kind: one of {@link KINDS}, or of a declared kind. */
export type Kind = string;

/** What a change made of one record: texts of the record before and after it, `null` where there was none. */
export interface NetChange {
  readonly before: string;
  readonly after: string;
}

/** A change, as the audit log tells of it. */
export interface PastChange {
  readonly id: string;
  /** When it was made. */
  readonly at: string;
  /** Name of the user who made it; empty for the program itself. */
  readonly by: string;
  /** Number of its last audit row. */
  readonly lastSeq: number;
  /** What it made of records, by kind and id, in the order in which it touched them. */
  readonly records: ReadonlyMap<Kind, ReadonlyMap<string, NetChange>>;
  /** Records of request keys that went with their pools. */
  readonly keys: readonly KeptKey[];
  /** Rows that were deleted with records. */
  readonly removed: readonly RemovedRows[];
  /** Numbers of scans that were deleted with networks. */
  readonly scans: readonly RemovedScans[];
  /** Kinds of further records that it changed, and that an undo leaves as they are. */
  readonly otherKinds: readonly string[];
  /** Title of the plan that was applied by it; undefined for none. */
  readonly planTitle: string | undefined;
}

/** How many scans were deleted with a network. */
export interface RemovedScans {
  readonly network_id: string;
  readonly count: number;
}

interface Row {
  readonly seq: number;
  readonly timestamp: string;
  readonly username: string;
  readonly action: string;
  readonly resource: string;
  readonly resource_id: string | null;
  readonly status: string;
  readonly changes: string;
}

/** Rows that one statement reads. */
const PAGE = 500;

const NUMBERS = `select seq from audit where change_id = ? and seq > ? order by seq limit ${PAGE}`;

const ROWS = {
  key: "seq",
  from: "audit t",
  columns: ["timestamp", "username", "action", "resource", "resource_id", "status"],
  text: { name: "changes", sql: "t.changes" },
  most: PAGE,
};

/** Text of a record that does not exist. */
export const NOTHING = "null";

/** Holds whose time was up went with or without the change. */
const EXPIRED = "expire";

/** Rows that say more of another record than that it changed: what they tell is in the rows of that one. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(["plan", "import", "field_value", "discovered_device"]);

/** Reads what a change did; undefined when the log has nothing of it. @param declared kinds beside {@link KINDS} */
export async function pastChange(queries: Queries, id: string, declared: RecordKinds): Promise<PastChange | undefined> {
  const isKind = (resource: string): boolean =>
    (KINDS as readonly string[]).includes(resource) || declared.find(resource)?.kind.doors.has("undo") === true;
  const records = new Map<Kind, Map<string, NetChange>>();
  const keys: KeptKey[] = [];
  const removed: RemovedRows[] = [];
  const scans: RemovedScans[] = [];
  const otherKinds = new Set<string>();
  let planTitle: string | undefined;
  let at: string | undefined;
  let by = "";
  let lastSeq = 0;
  for await (const row of rowsOf(queries, id)) {
    if (at === undefined) ({ timestamp: at, username: by } = row);
    lastSeq = row.seq;
    if (row.status !== "success" || row.action === EXPIRED) continue;
    const images = jsonMembers(row.changes);
    const [before, after] = [images.get("before") ?? NOTHING, images.get("after") ?? NOTHING];
    if (row.resource === REQUEST_KEY) keys.push(...keptKeys(before));
    if (row.resource === REMOVED_ROWS) removed.push(JSON.parse(before) as RemovedRows);
    if (row.resource === REMOVED_SCANS) scans.push(JSON.parse(before) as RemovedScans);
    if (row.resource_id === null) continue;
    if (isKind(row.resource)) note(records, row.resource, row.resource_id, { before, after });
    else if (row.resource === "plan" && row.action === "apply") planTitle = (JSON.parse(after) as { readonly title: string }).title;
    else if (!TOLD_ELSEWHERE.has(row.resource)) otherKinds.add(row.resource);
  }
  if (at === undefined) return undefined;
  for (const own of records.values()) for (const [one, { before, after }] of own) if (before === after) own.delete(one);
  return { id, at, by, lastSeq, records, keys, removed, scans, otherKinds: [...otherKinds], planTitle };
}

/** A key that was forgotten by itself stays so: its row says no more than which it was. */
function keptKeys(before: string): KeptKey[] {
  const key = JSON.parse(before) as Partial<KeptKey>;
  return key.request === undefined || key.pool_id === undefined ? [] : [key as KeptKey];
}

/** Of several rows of a record, the first says what it was and the last what it became. */
function note(records: Map<Kind, Map<string, NetChange>>, kind: Kind, id: string, { before, after }: NetChange): void {
  const own = records.get(kind) ?? new Map<string, NetChange>();
  own.set(id, { before: own.get(id)?.before ?? before, after });
  records.set(kind, own);
}

async function* rowsOf(queries: Queries, id: string): AsyncGenerator<Row, void> {
  for (let after = 0; ;) {
    const found = await queries.all<Pick<Row, "seq">>(NUMBERS, [id, after]);
    const seqs = found.map(({ seq }) => Number(seq));
    for await (const slice of rowsByKey<Row>(queries, ROWS, seqs)) {
      for (const row of slice) {
        if (isTurnOver()) await turnUnderLock();
        // What is sealed is the text: a row that was moved to another change is none of it.
        if (changeIdOf(row.changes) === id) yield row;
      }
    }
    if (seqs.length < PAGE) return;
    after = seqs.at(-1) as number;
  }
}
