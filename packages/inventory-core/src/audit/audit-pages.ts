import { byText, type OrderColumn, type PagedList, type PageRequest } from "../contract/operations/paging.ts";
import { JsonList } from "../contract/operations/result.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import { rowsByKey } from "../storage/list-reading/rows-by-key.ts";
import { type AuditFilter, type AuditRecord, type ListedAudit, recordText } from "./audit-record.ts";
import { auditCount, type AuditCursor, type AuditPlace, AuditSearch, LISTED_COLUMNS } from "./audit-search.ts";
import type { PrivateRows } from "./private-rows.ts";

/** Number of a row in the log. It orders rows of the same time. */
const seq: OrderColumn = { sql: "seq", type: "bigint" };

/** Orders of the list of the audit log: newest first by default. Rows of the same time are in the order of the log. */
export const AUDIT_PAGES = {
  name: "audit",
  // The cursor names the index that the list is read by, so that the next page uses the same one.
  defaultOrder: { columns: [byText("timestamp"), seq, byText("way")], descending: true },
  sortable: { timestamp: [byText("timestamp"), seq] },
} as const satisfies PagedList;

/** What a place is read from. */
const PLACE_COLUMNS = ["seq", "timestamp"];

/** Rows of the log as lists have them, by number. */
const LISTED = {
  key: "seq",
  from: "audit t",
  columns: LISTED_COLUMNS.filter((column) => column !== "seq" && column !== "changes"),
  text: { name: "changes", sql: "t.changes" },
  most: 150,
};

/** Reads a part of the audit log. */
export async function readAuditPage(
  storage: OpenStorage,
  filter: AuditFilter,
  page: PageRequest,
  hidden: PrivateRows,
  signal: AbortSignal | undefined,
): Promise<JsonList<AuditRecord>> {
  const count = page.count ? await countAudit(storage, filter, hidden) : undefined;
  const search = new AuditSearch(storage, filter, signal, PLACE_COLUMNS);
  const after = pagePlaceOf(page);
  const places = page.sort === "" ? search.pages<AuditPlace>(after) : search.sorted(page.order.descending, after);
  if (page.limit === undefined) return new JsonList(textsOf(storage, places, hidden, signal), { count });
  const found = await firstOf(places, page.limit + 1);
  const shown = found.slice(0, page.limit);
  const last = found.length > page.limit ? shown.at(-1) : undefined;
  const next = last === undefined ? undefined : page.cursorAfter([last.timestamp, last.seq, ...(page.sort === "" ? [search.way] : [])]);
  return new JsonList(textsOf(storage, [shown], hidden, signal), { next, count });
}

/** The texts of all rows that a filter leaves. */
export const auditTexts = (
  storage: OpenStorage,
  filter: AuditFilter,
  hidden: PrivateRows,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly string[]> =>
  textsOf(storage, new AuditSearch(storage, filter, signal, PLACE_COLUMNS).pages<AuditPlace>(), hidden, signal);

/** Counts the rows that a filter leaves, in one statement, without rows of private records. */
export async function countAudit(storage: OpenStorage, filter: AuditFilter, { resources, isShown }: PrivateRows): Promise<number> {
  const { sql, params } = auditCount(filter);
  let count = Number((await storage.read.get<{ count: number | string }>(sql, params))?.count ?? 0);
  for (const resource of resources) {
    if (filter.resource !== undefined && filter.resource !== resource) continue;
    for await (const rows of new AuditSearch(storage, { ...filter, resource }, undefined).pages())
      count -= rows.filter((row) => !isShown(row)).length;
  }
  return count;
}

function pagePlaceOf({ after }: PageRequest): AuditCursor | undefined {
  if (after === undefined) return undefined;
  const [timestamp, number, way = ""] = after as readonly [string, number, string?];
  return { timestamp, seq: number, way };
}

async function firstOf(pages: AsyncIterable<readonly AuditPlace[]>, most: number): Promise<readonly AuditPlace[]> {
  const found: AuditPlace[] = [];
  for await (const page of pages) {
    found.push(...page);
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}

async function* textsOf(
  { read }: OpenStorage,
  pages: AsyncIterable<readonly AuditPlace[]> | Iterable<readonly AuditPlace[]>,
  { isShown }: PrivateRows,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly string[], void> {
  for await (const places of pages) {
    signal?.throwIfAborted();
    const seqs = places.map(({ seq: number }) => Number(number));
    for await (const rows of rowsByKey<ListedAudit>(read, LISTED, seqs)) {
      yield rows.filter(isShown).map(recordText);
      signal?.throwIfAborted();
    }
  }
}
