import { setImmediate } from "node:timers/promises";
import type { OpenStorage, SqlValue } from "../contract/storage/storage.ts";
import type { AuditFilter, ListedAudit } from "./audit-record.ts";
import { AUDIT_COLUMNS } from "./proof/audit-columns.ts";
import { UNSEALED } from "./proof/unsealed-rows.ts";

/**
 * Rows looked at by one statement. A list goes back through the log window by window, so that neither a long list nor a
 * filter that finds little keeps a snapshot open or the event loop busy: rows that are there never change.
 */
const WINDOW = 500;

/** Rows of a filter that are counted before an index is chosen: of two that have more, either takes long. */
const PROBE = 1_000;

export const LISTED_COLUMNS: string = ["seq", ...AUDIT_COLUMNS, "change_id", "seal_number"].join(", ");

/** Filters whose index holds every row, and few of one value each. */
const NARROW = ["change_id", "resource_id"] as const;

/** Filters whose index holds the sealed rows: the sealer fills it, many rows at a time, and no write waits for it. */
const SEALED_ONLY = ["user_id", "username", "resource", "action", "source"] as const;

const SEALED = "seal_number is not null";

/** What an index has together, as a condition, and the order that it has it in. */
interface Range {
  readonly where: string;
  readonly params: readonly SqlValue[];
  /** Columns of the index, in the order of which it is read from its end. What a page goes on below: their values in the last row. */
  readonly by: readonly (keyof ListedAudit)[];
}

/**
 * Rows of one value, by an index of the column and `seq`. It is asked for as a range: with the order of that index there is no other way
 * to read it. For an equal value the log itself has the order too, and a database that thinks that most rows have it goes through them.
 */
const rowsOf = (column: keyof ListedAudit, value: string, below: number, further: string): Range => ({
  where: `${column} >= ? and (${column}, seq) < (?, ?)${further}`,
  params: [value, value, below],
  by: [column, "seq"],
});

/** Above the number of every row. */
const ABOVE_ALL = Number.MAX_SAFE_INTEGER;

/** Finds rows of the log, newest first, by the index that leaves the fewest to look at. */
export class AuditSearch {
  readonly #storage: OpenStorage;
  readonly #filter: AuditConditions;
  readonly #signal: AbortSignal | undefined;
  readonly #shown: Condition;

  constructor(
    storage: OpenStorage,
    { start_time: start, end_time: end, from = start, to = end, ...filter }: AuditFilter,
    signal: AbortSignal | undefined,
  ) {
    this.#storage = storage;
    this.#filter = { ...filter, from, to };
    this.#signal = signal;
    this.#shown = conditionOf(this.#filter);
  }

  async *pages(): AsyncGenerator<readonly ListedAudit[], void, void> {
    const narrow = NARROW.find((name) => this.#filter[name] !== undefined);
    if (narrow !== undefined) return yield* this.#range(rowsOf(narrow, this.#filter[narrow] as string, ABOVE_ALL, ""));
    const ends = await this.#storage.read.get<{ low: number | null; high: number | null; unsealed: number | null }>(
      `select (select min(seq) from audit) as low, (select max(seq) from audit) as high,
         (select min(seq) from audit where ${UNSEALED}) as unsealed`,
    );
    const [low, high] = [ends?.low ?? 0, ends?.high ?? -1];
    // Everything below is sealed, and in the indexes. What is not sealed is as much as a second brings.
    const unsealed = ends?.unsealed ?? high + 1;
    const range = await this.#fewest(unsealed);
    if (range === undefined) return yield* this.#log(low, high);
    if (range.by.includes("seq") && !range.by.includes("timestamp")) yield* this.#log(unsealed, high);
    yield* this.#range(range);
  }

  /** The indexes of the filter are asked how many rows they have, up to {@link PROBE} each. */
  async #fewest(unsealed: number): Promise<Range | undefined> {
    const ranges = this.#ranges(unsealed);
    if (ranges.length < 2) return ranges[0];
    const counts = await this.#storage.read.get<Record<string, number>>(
      `select ${ranges
        .map(
          ({ where, by }, at) =>
            `(select count(*) from (select 1 from audit where ${where} order by ${descending(by)} limit ${PROBE}) as probed) as c${at}`,
        )
        .join(", ")}`,
      ranges.flatMap(({ params }) => params),
    );
    return ranges
      .map((range, at) => ({ range, count: Number(counts?.[`c${at}`]) }))
      .reduce((best, next) => (next.count < best.count ? next : best)).range;
  }

  /** Times come first: where all have many rows, those of a time are the fewest. */
  #ranges(unsealed: number): readonly Range[] {
    const { from, to, status } = this.#filter;
    const times = conditionOf({ from, to });
    const sealed = (column: keyof ListedAudit, value: string, further = ""): Range =>
      rowsOf(column, value, unsealed, ` and ${SEALED}${further}`);
    return [
      ...(times.params.length === 0 ? [] : [{ where: times.sql, params: times.params, by: ["timestamp", "seq"] } as const]),
      // The index has failures only, and says so in a condition that a statement must have too.
      ...(status === "failure" ? [sealed("status", status, " and status = 'failure'")] : []),
      ...SEALED_ONLY.flatMap((name) => (this.#filter[name] === undefined ? [] : [sealed(name, this.#filter[name])])),
    ];
  }

  /** What the filter leaves of a range, page by page. */
  async *#range({ where, params, by }: Range): AsyncGenerator<readonly ListedAudit[], void, void> {
    const after = `(${by.join(", ")}) < (${by.map(() => "?").join(", ")})`;
    const select = `select ${LISTED_COLUMNS}, case when ${this.#shown.sql} then 1 else 0 end as is_shown from audit where ${where}`;
    for (let last: ListedAudit | undefined; ;) {
      this.#signal?.throwIfAborted();
      const place = last === undefined ? [] : by.map((column) => last?.[column] as SqlValue);
      const rows: (ListedAudit & { is_shown: number })[] = await this.#storage.read.all(
        `${select}${last === undefined ? "" : ` and ${after}`} order by ${descending(by)} limit ${WINDOW}`,
        [...this.#shown.params, ...params, ...place],
      );
      const shown = rows.filter(({ is_shown: isShown }) => isShown === 1);
      if (shown.length > 0) yield shown;
      if (rows.length < WINDOW) return;
      last = rows.at(-1);
      await setImmediate();
    }
  }

  /** What the filter leaves of the log from `high` down to `low`, window by window. */
  async *#log(low: number, high: number): AsyncGenerator<readonly ListedAudit[], void, void> {
    for (let top = high; top >= low; top -= WINDOW) {
      this.#signal?.throwIfAborted();
      const rows = await this.#storage.read.all<ListedAudit>(
        `select ${LISTED_COLUMNS} from audit where seq <= ? and seq > ? and ${this.#shown.sql} order by seq desc`,
        [top, Math.max(top - WINDOW, low - 1), ...this.#shown.params],
      );
      if (rows.length > 0) yield rows;
      await setImmediate();
    }
  }
}

const descending = (columns: readonly string[]): string => columns.map((column) => `${column} desc`).join(", ");

/** A filter without aliases. */
type AuditConditions = Omit<AuditFilter, "start_time" | "end_time">;

interface Condition {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** What rows must meet; `1 = 1` for nothing. */
function conditionOf({ from, to, ...equal }: AuditConditions): Condition {
  const parts: (readonly [string, string])[] = [];
  for (const [column, value] of Object.entries(equal)) if (value !== undefined) parts.push([`${column} = ?`, value]);
  if (from !== undefined) parts.push(["timestamp >= ?", from]);
  if (to !== undefined) parts.push(["timestamp < ?", to]);
  return { sql: parts.map(([condition]) => condition).join(" and ") || "1 = 1", params: parts.map(([, value]) => value) };
}
