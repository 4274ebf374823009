import { setImmediate } from "node:timers/promises";
import { coreErrors } from "../contract/errors/core-errors.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { JsonList, JsonText, TextFile } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, SqlValue } from "../contract/storage/storage.ts";
import type { WritePath } from "../contract/storage/write-path.ts";
import { type AuditFilter, AuditRecord, type ListedAudit, recordText } from "./audit-record.ts";
import { AUDIT_COLUMNS } from "./proof/audit-columns.ts";
import { UNSEALED } from "./proof/unsealed-rows.ts";

/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A cell as RFC 4180 writes it. One that a spreadsheet would run gets an apostrophe ahead, which makes it text. */
function cell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) || safe !== value ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of CSV with its end. */
function csvLine(values: readonly string[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

export const AUDIT = serviceToken<AuditService>("audit");

/**
 * Rows looked at by one statement. A list goes back through the log window by window, so that neither a long list nor a
 * filter that finds little keeps a snapshot open or the event loop busy: rows that are there never change.
 */
const WINDOW = 500;

const COLUMNS = ["seq", ...AUDIT_COLUMNS, "change_id", "seal_number"].join(", ");

/** Filters that have an index, the one that leaves fewer rows first. */
const INDEXED = ["change_id", "resource_id"] as const;

type Indexed = (typeof INDEXED)[number];

export type ExportFormat = "json" | "csv";

/** Columns of an export as CSV: the fields of the record. */
const FIELDS = Object.keys(AuditRecord.shape);

/** Reads of the audit log. */
export class AuditService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;

  constructor(storage: OpenStorage, writes: WritePath) {
    this.#storage = storage;
    this.#writes = writes;
  }

  /** The whole log, newest first. */
  list(filter: AuditFilter, signal?: AbortSignal): JsonList<AuditRecord> {
    return new JsonList(this.#texts(filter, signal));
  }

  /** @throws NOT_FOUND */
  async get(id: string): Promise<JsonText<AuditRecord>> {
    const { read } = this.#storage;
    // Only what is sealed has an index by id; the rest is as much as a second brings.
    const row =
      (await read.get<ListedAudit>(`select ${COLUMNS} from audit where id = ? and seal_number is not null`, [id])) ??
      (await read.get<ListedAudit>(`select ${COLUMNS} from audit where id = ? and ${UNSEALED}`, [id])) ??
      // It may have been sealed between the two.
      (await read.get<ListedAudit>(`select ${COLUMNS} from audit where id = ? and seal_number is not null`, [id]));
    if (row === undefined) throw coreErrors.NOT_FOUND({ what: "audit record" });
    return new JsonText(recordText(row));
  }

  /** The log as a file, newest first. That it was exported is audited before the first row is read. */
  async export(format: ExportFormat, filter: AuditFilter, call: CallContext): Promise<TextFile> {
    const after = { format, ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) };
    const now = await this.#writes.run(call, async (change) => {
      change.audit({ action: "export", resource: "audit", resourceId: null, after });
      return change.now;
    });
    const name = `audit-${now.replaceAll(/[-:]|\.\d+/g, "")}.${format}`;
    const texts = this.#texts(filter, call.signal);
    return format === "csv" ? new TextFile("text/csv", name, csvPieces(texts)) : new TextFile("application/json", name, jsonPieces(texts));
  }

  #texts(filter: AuditFilter, signal: AbortSignal | undefined): AsyncGenerator<readonly string[]> {
    const column = INDEXED.find((name) => filter[name] !== undefined);
    return column === undefined ? this.#textsOfLog(filter, signal) : this.#textsOf(column, filter, signal);
  }

  /** Rows that an index has together: those that the rest of the filter leaves, page by page of that index. */
  async *#textsOf(column: Indexed, { [column]: value, ...rest }: AuditFilter, signal?: AbortSignal): AsyncGenerator<readonly string[]> {
    const { sql, params } = conditions(rest);
    const statement =
      `select ${COLUMNS}, case when 1 = 1${sql} then 1 else 0 end as is_shown from audit where ${column} = ? and seq < ? ` +
      `order by seq desc limit ${WINDOW}`;
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      signal?.throwIfAborted();
      const rows = await this.#storage.read.all<ListedAudit & { is_shown: number }>(statement, [...params, value as string, before]);
      const shown = rows.filter(({ is_shown: isShown }) => isShown === 1);
      if (shown.length > 0) yield shown.map(recordText);
      if (rows.length < WINDOW) return;
      before = rows.at(-1)?.seq as number;
      await setImmediate();
    }
  }

  async *#textsOfLog(filter: AuditFilter, signal: AbortSignal | undefined): AsyncGenerator<readonly string[]> {
    const { sql, params } = conditions(filter);
    const ends = await this.#storage.read.get<{ low: number | null; high: number | null }>(
      "select (select min(seq) from audit) as low, (select max(seq) from audit) as high",
    );
    const low = ends?.low ?? 0;
    for (let high = ends?.high ?? -1; high >= low; high -= WINDOW) {
      signal?.throwIfAborted();
      const rows = await this.#storage.read.all<ListedAudit>(
        `select ${COLUMNS} from audit where seq <= ? and seq > ?${sql} order by seq desc`,
        [high, high - WINDOW, ...params],
      );
      if (rows.length > 0) yield rows.map(recordText);
      await setImmediate();
    }
  }
}

function conditions({ from, to, ...equal }: AuditFilter): { readonly sql: string; readonly params: readonly SqlValue[] } {
  const parts: (readonly [string, string])[] = [];
  for (const [column, value] of Object.entries(equal)) if (value !== undefined) parts.push([`${column} = ?`, value]);
  if (from !== undefined) parts.push(["timestamp >= ?", from]);
  if (to !== undefined) parts.push(["timestamp < ?", to]);
  return { sql: parts.map(([condition]) => ` and ${condition}`).join(""), params: parts.map(([, value]) => value) };
}

async function* jsonPieces(pages: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const page of pages) {
    yield before + page.join(",\n");
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

async function* csvPieces(pages: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield csvLine(FIELDS);
  for await (const page of pages) yield page.map((text) => csvLine(cellsOf(JSON.parse(text) as Record<string, unknown>))).join("");
}

function cellsOf(record: Readonly<Record<string, unknown>>): string[] {
  return FIELDS.map((field) => {
    const value = record[field] ?? "";
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}
