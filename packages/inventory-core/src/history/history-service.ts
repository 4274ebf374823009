import { setImmediate } from "node:timers/promises";
import type { InventoryError } from "../contract/errors/error.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { JsonList } from "../contract/operations/result.ts";
import type { RecordKind } from "../contract/record-kind.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, Queries } from "../contract/storage/storage.ts";
import { deviceErrors } from "../devices/device.errors.ts";
import { networkErrors } from "../networks/network.errors.ts";
import { poolErrors } from "../pools/pool.errors.ts";
import { isInScope, scopeOf } from "../records/access/record-scope.ts";
import { documentsOf } from "../records/record-table.ts";
import { rowsByKey } from "../storage/list-reading/rows-by-key.ts";
import { fieldChangesText } from "./field-changes.ts";
import type { HistoryEntry } from "./history.ts";
import { type Container, type Members, membersOf, newestOf } from "./inside.ts";
import { jsonMembers } from "./json-members.ts";

export const HISTORY = serviceToken<HistoryService>("history");

/** Kinds of record that have a history, and what is said of one that there never was. */
const MISSING = {
  network: (id: string) => networkErrors.NETWORK_NOT_FOUND({ id }),
  pool: (id: string) => poolErrors.POOL_NOT_FOUND({ id }),
  device: (id: string) => deviceErrors.DEVICE_NOT_FOUND({ id }),
} as const satisfies Readonly<Record<string, (id: string) => InventoryError>>;

/** A kind of record that has a history; also the name of its table. */
export type Remembered = keyof typeof MISSING;

/** Entries that one statement reads. */
const PAGE = 100;

/** Most entries that one statement reads with what is inside: each statement looks at the numbers of all rows, so that pages grow. */
const MAX_PAGE = 1_600;

interface Row {
  readonly seq: number;
  readonly change_id: string | null;
  readonly timestamp: string;
  readonly user_id: string | null;
  readonly username: string;
  readonly action: string;
  readonly resource: string;
  readonly resource_id: string;
  readonly changes: string;
}

/** Audit rows, newest first. Their texts are read later, a few at a time: each may be as long as two records. */
interface Page {
  /** Numbers of the rows. */
  readonly seqs: readonly number[];
  /** Number of the row to continue below; undefined at the end. */
  readonly below: number | undefined;
}

const ROWS = {
  key: "seq",
  from: "audit t",
  columns: ["change_id", "timestamp", "user_id", "username", "action", "resource", "resource_id"],
  text: { name: "changes", sql: "t.changes" },
  most: PAGE,
};

/** What became of records, read off the audit log. */
export class HistoryService {
  readonly #storage: OpenStorage;

  constructor(storage: OpenStorage) {
    this.#storage = storage;
  }

  /** What was done to a record, newest first; also to one that is deleted. @throws NOT_FOUND of its kind, for one that there never was */
  async of(kind: Remembered, id: string, signal?: AbortSignal): Promise<JsonList<HistoryEntry>> {
    return await this.#of(kind, MISSING[kind], id, signal);
  }

  /** {@link of} of a record of a declared kind. @param isInside whether it includes the records inside of it */
  async ofDeclared(kind: RecordKind, id: string, call: CallContext, isInside = false): Promise<JsonList<HistoryEntry>> {
    const missing = (absent: string): Error => kind.notFoundError(absent);
    if (isInside) return await this.#inside(kind.name as Container, missing, id, call);
    if (kind.owner && !isInScope(kind, scopeOf(call.principal), await this.#newest(kind, id))) throw kind.notFoundError(id);
    return await this.#of(kind.name, missing, id, call.signal);
  }

  /** A record as it is, or as it was before it was deleted. */
  async #newest(kind: RecordKind, id: string): Promise<Readonly<Record<string, unknown>>> {
    const sql = `select ${documentsOf(kind).docSql("t")} as doc from ${kind.name} t where t.id = ?`;
    const row = await this.#storage.read.get<{ doc: string }>(sql, [id]);
    if (row !== undefined) return JSON.parse(row.doc) as Readonly<Record<string, unknown>>;
    const [last] = (await this.#page(kind.name, id, Number.MAX_SAFE_INTEGER)).seqs;
    const image = jsonMembers((await this.#changes(last)) ?? "{}").get("before") ?? "null";
    return (JSON.parse(image) ?? {}) as Readonly<Record<string, unknown>>;
  }

  async #of(kind: string, missing: (id: string) => Error, id: string, signal?: AbortSignal): Promise<JsonList<HistoryEntry>> {
    const first = await this.#page(kind, id, Number.MAX_SAFE_INTEGER);
    await this.#mustHaveBeen(kind, missing, id, first);
    return new JsonList(entries(this.#storage.read, first, async (below) => await this.#page(kind, id, below), signal));
  }

  /**
   * {@link of} with what was done to records that are or were inside, of the kinds that the caller may read.
   * @throws NOT_FOUND of its kind
   */
  async inside(kind: Container & Remembered, id: string, call: CallContext): Promise<JsonList<HistoryEntry>> {
    return await this.#inside(kind, MISSING[kind], id, call);
  }

  async #inside(
    kind: Container,
    missing: (id: string) => Error,
    id: string,
    { principal, signal }: CallContext,
  ): Promise<JsonList<HistoryEntry>> {
    const own = await this.#page(kind, id, Number.MAX_SAFE_INTEGER);
    await this.#mustHaveBeen(kind, missing, id, own);
    const members = await membersOf(this.#storage.read, kind, id, await this.#changes(own.seqs[0]), principal);
    const first = await this.#pageInside(members, Number.MAX_SAFE_INTEGER, PAGE);
    let size = PAGE;
    const next = async (below: number): Promise<Page> => {
      size = Math.min(size * 2, MAX_PAGE);
      return await this.#pageInside(members, below, size);
    };
    return new JsonList(entries(this.#storage.read, first, next, signal));
  }

  async #mustHaveBeen(kind: string, missing: (id: string) => Error, id: string, { seqs }: Page): Promise<void> {
    if (seqs.length === 0 && (await this.#storage.read.get(`select 1 as one from ${kind} where id = ?`, [id])) === undefined)
      throw missing(id);
  }

  /** The images of a row; undefined for none. */
  async #changes(seq: number | undefined): Promise<string | undefined> {
    if (seq === undefined) return undefined;
    return (await this.#storage.read.get<Pick<Row, "changes">>("select changes from audit where seq = ?", [seq]))?.changes;
  }

  async #page(kind: string, id: string, below: number): Promise<Page> {
    const rows = await this.#storage.read.all<Pick<Row, "seq">>(
      `select seq from audit where resource_id = ? and seq < ? and resource = ? and status = 'success' order by seq desc limit ${PAGE}`,
      [id, below, kind],
    );
    return { seqs: rows.map(({ seq }) => Number(seq)), below: rows.length < PAGE ? undefined : rows.at(-1)?.seq };
  }

  async #pageInside({ params, kinds, ...members }: Members, below: number, size: number): Promise<Page> {
    const rows = await this.#storage.read.all<Pick<Row, "seq" | "resource"> & { readonly status: string }>(
      newestOf(members, "seq, resource, status"),
      [...params, below, size],
    );
    const shown = rows.filter(({ status, resource }) => status === "success" && kinds.includes(resource));
    return { seqs: shown.map(({ seq }) => Number(seq)), below: rows.length < size ? undefined : rows.at(-1)?.seq };
  }
}

async function* entries(
  queries: Queries,
  first: Page,
  next: (below: number) => Promise<Page>,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly string[]> {
  for (let page = first; ; page = await next(page.below)) {
    for await (const rows of rowsByKey<Row>(queries, ROWS, page.seqs)) {
      signal?.throwIfAborted();
      yield rows.map(entryText);
      await setImmediate();
    }
    if (page.below === undefined) return;
  }
}

function entryText({ change_id, timestamp: at, user_id, username, action, resource: type, resource_id: id, changes }: Row): string {
  const record = { type, id, name: nameIn(changes) };
  const head: Omit<HistoryEntry, "changes"> = { change_id, at, by: { user_id, username }, action, record };
  return `${JSON.stringify(head).slice(0, -1)},"changes":${fieldChangesText(changes)}}`;
}

/** What a record was called after a change, or before it was deleted: its name or address. */
function nameIn(changes: string): string {
  const images = jsonMembers(changes);
  const after = images.get("after");
  const members = jsonMembers((after === undefined || after === "null" ? images.get("before") : after) ?? "");
  return JSON.parse(members.get("name") ?? members.get("ip") ?? '""') as string;
}
