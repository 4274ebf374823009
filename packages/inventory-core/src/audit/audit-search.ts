import { setImmediate } from "node:timers/promises";
import type { OpenStorage, SqlFragment, SqlValue } from "../contract/storage/storage.ts";
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

export const LISTED_COLUMNS: readonly string[] = ["seq", ...AUDIT_COLUMNS, "change_id", "seal_number"];

/** Filters whose index holds every row, and few of one value each. */
const NARROW = ["change_id", "resource_id"] as const;

/** Filters whose index holds the sealed rows: the sealer fills it, many rows at a time, and no write waits for it. */
const SEALED_ONLY = ["user_id", "username", "resource", "action", "source"] as const;

const SEALED = "seal_number is not null";

/** Where a row is in the log. */
export interface AuditPlace {
  readonly timestamp: string;
  readonly seq: number;
}

/** Where a list of the log goes on. */
export interface AuditCursor extends AuditPlace {
  /** Name of the index that the list is read by. */
  readonly way: string;
}

/** Name of the log itself, where a list is read without an index. */
const LOG = "log";

/** What an index has together, as a condition, and the order that it has it in. */
interface Range {
  readonly name: keyof ListedAudit;
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
  name: column,
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
  readonly #columns: string;
  #way = LOG;

  /** @param columns that rows have, `seq` and `timestamp` among them; all columns of a list unless given */
  constructor(
    storage: OpenStorage,
    { start_time: start, end_time: end, from = start, to = end, ...filter }: AuditFilter,
    signal: AbortSignal | undefined,
    columns = LISTED_COLUMNS,
  ) {
    this.#storage = storage;
    this.#filter = { ...filter, from, to };
    this.#signal = signal;
    this.#shown = conditionOf(this.#filter);
    this.#columns = columns.join(", ");
  }

  /** Name of the index that {@link pages} read by. */
  get way(): string {
    return this.#way;
  }

  /** Rows that the filter leaves, newest first. @param after only those below it, by the same index as the list that it is of */
  async *pages<Row extends AuditPlace = ListedAudit & AuditPlace>(after?: AuditCursor): AsyncGenerator<readonly Row[], void, void> {
    const narrow = NARROW.find((name) => this.#filter[name] !== undefined);
    if (narrow !== undefined) {
      this.#way = narrow;
      return yield* this.#range<Row>(rowsOf(narrow, this.#filter[narrow] as string, ABOVE_ALL, ""), after);
    }
    const ends = await this.#storage.read.get<{ low: number | null; high: number | null; unsealed: number | null }>(
      `select (select min(seq) from audit) as low, (select max(seq) from audit) as high,
         (select min(seq) from audit where ${UNSEALED}) as unsealed`,
    );
    const [low, high] = [ends?.low ?? 0, ends?.high ?? -1];
    // Everything below is sealed, and in the indexes. What is not sealed is as much as a second brings.
    const unsealed = ends?.unsealed ?? high + 1;
    const ranges = after?.way === LOG ? [] : this.#ranges(unsealed);
    const range = ranges.find(({ name }) => name === after?.way) ?? (await this.#fewest(ranges));
    this.#way = range?.name ?? LOG;
    const top = Math.min(high, (after?.seq ?? ABOVE_ALL) - 1);
    if (range === undefined) return yield* this.#log<Row>(low, top);
    if (range.name !== "timestamp") yield* this.#log<Row>(unsealed, top);
    yield* this.#range<Row>(range, after);
  }

  /** Rows that the filter leaves, in the order of their times. @param after only those beyond it */
  async *sorted(descending: boolean, after: AuditPlace | undefined): AsyncGenerator<readonly AuditPlace[], void, void> {
    const few = await this.#few();
    if (few === undefined) return yield* this.#range<AuditPlace>(this.#times(), after, descending);
    const sign = descending ? -1 : 1;
    yield few
      .toSorted((one, other) => sign * comparePlaces(one, other))
      .filter((place) => after === undefined || sign * comparePlaces(place, after) > 0);
  }

  /** All rows that the filter leaves where it names more than times and leaves few. */
  async #few(): Promise<readonly AuditPlace[] | undefined> {
    const { from: _, to: __, ...equal } = this.#filter;
    if (Object.values(equal).every((value) => value === undefined)) return undefined;
    const found: AuditPlace[] = [];
    for await (const rows of this.pages<AuditPlace>()) {
      found.push(...rows);
      if (found.length > PROBE) return undefined;
    }
    return found;
  }

  /** The indexes of the filter are asked how many rows they have, up to {@link PROBE} each. */
  async #fewest(ranges: readonly Range[]): Promise<Range | undefined> {
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
    const { status } = this.#filter;
    const times = this.#times();
    const sealed = (column: keyof ListedAudit, value: string, further = ""): Range =>
      rowsOf(column, value, unsealed, ` and ${SEALED}${further}`);
    return [
      ...(times.params.length === 0 ? [] : [times]),
      // The index has failures only, and says so in a condition that a statement must have too.
      ...(status === "failure" ? [sealed("status", status, " and status = 'failure'")] : []),
      ...SEALED_ONLY.flatMap((name) => (this.#filter[name] === undefined ? [] : [sealed(name, this.#filter[name])])),
    ];
  }

  /** The rows of the times of the filter; all rows where it names none. */
  #times(): Range {
    const { sql, params } = conditionOf({ from: this.#filter.from, to: this.#filter.to });
    return { name: "timestamp", where: sql, params, by: ["timestamp", "seq"] };
  }

  /** What the filter leaves of a range, page by page. */
  async *#range<Row extends AuditPlace>(
    { where, params, by }: Range,
    after: AuditPlace | undefined,
    isDescending = true,
  ): AsyncGenerator<readonly Row[], void, void> {
    const beyond = `(${by.join(", ")}) ${isDescending ? "<" : ">"} (${by.map(() => "?").join(", ")})`;
    const select = `select ${this.#columns}, case when ${this.#shown.sql} then 1 else 0 end as is_shown from audit where ${where}`;
    const order = isDescending ? descending(by) : by.join(", ");
    for (let last = after; ;) {
      this.#signal?.throwIfAborted();
      const place = last === undefined ? [] : by.map((column) => this.#valueAt(last as AuditPlace, column));
      const rows: (Row & { is_shown: number })[] = await this.#storage.read.all(
        `${select}${last === undefined ? "" : ` and ${beyond}`} order by ${order} limit ${WINDOW}`,
        [...this.#shown.params, ...params, ...place],
      );
      const shown = rows.filter(({ is_shown: isShown }) => isShown === 1);
      if (shown.length > 0) yield shown;
      if (rows.length < WINDOW) return;
      last = rows.at(-1);
      await setImmediate();
    }
  }

  /** Value of a column of a range at a place: all its rows have that of the filter, unless it is one of times. */
  #valueAt({ timestamp, seq }: AuditPlace, column: keyof ListedAudit): SqlValue {
    if (column === "seq") return seq;
    return column === "timestamp" ? timestamp : (this.#filter[column as keyof AuditConditions] as string);
  }

  /** What the filter leaves of the log from `high` down to `low`, window by window. */
  async *#log<Row extends AuditPlace>(low: number, high: number): AsyncGenerator<readonly Row[], void, void> {
    for (let top = high; top >= low; top -= WINDOW) {
      this.#signal?.throwIfAborted();
      const rows = await this.#storage.read.all<Row>(
        `select ${this.#columns} from audit where seq <= ? and seq > ? and ${this.#shown.sql} order by seq desc`,
        [top, Math.max(top - WINDOW, low - 1), ...this.#shown.params],
      );
      if (rows.length > 0) yield rows;
      await setImmediate();
    }
  }
}

const descending = (columns: readonly string[]): string => columns.map((column) => `${column} desc`).join(", ");

const comparePlaces = (one: AuditPlace, other: AuditPlace): number => {
  if (one.timestamp !== other.timestamp) return one.timestamp < other.timestamp ? -1 : 1;
  return one.seq - other.seq;
};

/** Counts the rows that a filter leaves: sealed ones by their indexes, and the few that are not. */
export function auditCount({ start_time: start, end_time: end, from = start, to = end, ...filter }: AuditFilter): SqlFragment {
  const { sql, params } = conditionOf({ ...filter, from, to });
  const counted = (further: string): string => `(select count(*) from audit where ${sql} and ${further})`;
  return { sql: `select ${counted(SEALED)} + ${counted(UNSEALED)} as count`, params: [...params, ...params] };
}

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
