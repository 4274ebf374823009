import { type Clock, timestampOf } from "../contract/clock.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import type { Logger } from "../contract/logger.ts";
import type { PrivateRecords } from "../contract/access/private-records.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { PageRequest } from "../contract/operations/paging.ts";
import { JsonList, JsonText, TextFile } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { WritePath } from "../contract/storage/write-path.ts";
import { isWholeList } from "../storage/paging/read-page.ts";
import { type AuditFilter, AuditRecord, type ListedAudit, recordText } from "./audit-record.ts";
import { auditTexts, countAudit, readAuditPage } from "./audit-pages.ts";
import { LISTED_COLUMNS } from "./audit-search.ts";
import { PrivateRows } from "./private-rows.ts";
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

const COLUMNS = LISTED_COLUMNS.join(", ");

export const AUDIT = serviceToken<AuditService>("audit");

export type ExportFormat = "json" | "csv";

/** Columns of an export as CSV: the fields of the record. */
const FIELDS = Object.keys(AuditRecord.shape);

/** Reads of the audit log. */
export class AuditService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #records: PrivateRecords;

  constructor(storage: OpenStorage, writes: WritePath, clock: Clock, logger: Logger, records: PrivateRecords) {
    this.#storage = storage;
    this.#writes = writes;
    this.#clock = clock;
    this.#logger = logger;
    this.#records = records;
  }

  /** A part of the log. A page without the rows of private records may be short. */
  async page(filter: AuditFilter, page: PageRequest, { principal, signal }: CallContext): Promise<JsonList<AuditRecord>> {
    const hidden = new PrivateRows(this.#records, principal);
    if (!isWholeList(page)) return await readAuditPage(this.#storage, filter, page, hidden, signal);
    const count = page.count ? await countAudit(this.#storage, filter, hidden) : undefined;
    return new JsonList(auditTexts(this.#storage, filter, hidden, signal), { count });
  }

  /** @throws NOT_FOUND */
  async get(id: string, { principal }: CallContext): Promise<JsonText<AuditRecord>> {
    const { read } = this.#storage;
    // Only what is sealed has an index by id; the rest is as much as a second brings.
    const row =
      (await read.get<ListedAudit>(`select ${COLUMNS} from audit where id = ? and seal_number is not null`, [id])) ??
      (await read.get<ListedAudit>(`select ${COLUMNS} from audit where id = ? and ${UNSEALED}`, [id])) ??
      // It may have been sealed between the two.
      (await read.get<ListedAudit>(`select ${COLUMNS} from audit where id = ? and seal_number is not null`, [id]));
    if (row === undefined || !new PrivateRows(this.#records, principal).isShown(row)) throw coreErrors.NOT_FOUND({ what: "audit record" });
    return new JsonText(recordText(row));
  }

  /** The log as a file, newest first. That it was exported is audited before the first row is read, or logged in a read-only inventory. */
  async export(format: ExportFormat, filter: AuditFilter, call: CallContext): Promise<TextFile> {
    const after = { format, ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) };
    const now = await this.#recordExport(after, call);
    const name = `audit-${now.replaceAll(/[-:]|\.\d+/g, "")}.${format}`;
    const texts = auditTexts(this.#storage, filter, new PrivateRows(this.#records, call.principal), call.signal);
    return format === "csv" ? new TextFile("text/csv", name, csvPieces(texts)) : new TextFile("application/json", name, jsonPieces(texts));
  }

  /** @returns the time of the export */
  async #recordExport(after: Readonly<Record<string, unknown>>, call: CallContext): Promise<string> {
    if (this.#storage.isReadOnly !== true)
      return await this.#writes.run(call, async (change) => {
        change.audit({ action: "export", resource: "audit", resourceId: null, after });
        return change.now;
      });
    this.#logger.info("the audit log was exported", { ...after, user: call.principal.username });
    return timestampOf(this.#clock);
  }
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
