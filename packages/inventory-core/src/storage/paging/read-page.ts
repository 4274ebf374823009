import type { ListOrder, OrderColumn, OrderValue, PageRequest } from "../../contract/operations/paging.ts";
import { JsonList } from "../../contract/operations/result.ts";
import type { OpenStorage, Queries, SqlFragment, SqlValue } from "../../contract/storage/storage.ts";
import { oneByOne } from "../searching/met-soon.ts";
import { MAX_SORTED } from "../searching/ordered-records.ts";
import type { RecordCondition } from "../searching/walked-records.ts";
import type { Where } from "../where.ts";

/** Places that one statement reads of a list without a limit. */
const PLACES_PER_STEP = 1000;

/** Reads the JSON texts of records in the order of the ids, in parts. Deleted records are left out. */
export type ReadTexts = (ids: readonly string[]) => AsyncIterable<readonly string[]>;

/** The records of a list. */
export interface PagedRecords {
  /** Name of the table, whose alias is `t` and whose key is `id`. */
  readonly table: string;
  /** Reads what the texts of a list have in common. */
  readonly openTexts: (queries: Queries) => Promise<ReadTexts>;
}

/** The filter of a list that is read by page. */
export interface PagedFilter {
  /** Conditions that indexes serve. */
  readonly where: Where;
  /** The same conditions as a walk along the index of the order checks them, on one record at a time; those of `where` unless given. */
  readonly each?: RecordCondition | undefined;
  /** Whether one index serves the filter and the order: of a column that equals a value, and the columns of the order after it. */
  readonly isIndexed?: boolean | undefined;
  /** Counts the records, as the column `count`; counts the rows that meet `where` unless given. */
  readonly counted?: SqlFragment | undefined;
}

/** Values of a record by column of an order. */
type Values = readonly OrderValue[];

/** A record and its place in an order. */
interface Place {
  readonly id: string;
  readonly values: Values;
}

/** Whether a call asks for the whole list in its default order, which each service reads in its own way. */
export const isWholeList = ({ limit, isSorted, after }: PageRequest): boolean => limit === undefined && !isSorted && after === undefined;

/**
 * Reads a part of a list in an order that has an index.
 *
 * The places of its records are read first, and the texts by id as they are asked for, so that memory holds few texts and the cursor of
 * the next page is known before the first. A cursor is the place of a record, so a sequence of pages returns each record exactly once
 * that exists throughout and whose place does not change.
 */
export async function readPage<T>(
  storage: OpenStorage,
  records: PagedRecords,
  page: PageRequest,
  filter: PagedFilter,
  signal?: AbortSignal,
): Promise<JsonList<T>> {
  const { read } = storage;
  const count = page.count ? await countRecords(read, records, filter) : undefined;
  const places = await placesOf(read, records, page.order, filter);
  if (page.limit === undefined) return new JsonList<T>(restOfList(read, records, places, page.after, signal), { count });
  const found = await places(page.after, page.limit + 1);
  const shown = found.slice(0, page.limit);
  const last = found.length > page.limit ? shown.at(-1) : undefined;
  return new JsonList<T>(textsOf(await records.openTexts(read), shown, signal), {
    next: last === undefined ? undefined : page.cursorAfter(last.values),
    count,
  });
}

/** Counts the records that a filter matches, in one statement. */
export async function countRecords(queries: Queries, { table }: Pick<PagedRecords, "table">, filter: PagedFilter): Promise<number> {
  const { where, counted } = filter;
  const { sql, params } = counted ?? { sql: `select count(*) as count from ${table} t${where.sql}`, params: where.params };
  const row = await queries.get<{ count: number | string | null }>(sql, params);
  return Number(row?.count ?? 0);
}

/** Reads up to so many places after one. */
type ReadPlaces = (after: Values | undefined, most: number) => Promise<readonly Place[]>;

/**
 * Chooses how the places are read. If one index serves the filter and the order, a range of it is read. Otherwise, a filter that matches
 * few records is read by its own index, and these are sorted. With more, the index of the order is walked and each record is checked,
 * which soon finds enough for a page.
 */
async function placesOf(queries: Queries, { table }: PagedRecords, order: ListOrder, filter: PagedFilter): Promise<ReadPlaces> {
  const { where, each = { sql: where.condition, params: where.params }, isIndexed = false } = filter;
  const reading =
    (condition: RecordCondition): ReadPlaces =>
    async (after, most) =>
      await readPlaces(queries, table, order, condition, after, most);
  if (where.condition === "" || isIndexed) return reading({ sql: where.condition, params: where.params });
  const some = await queries.all<{ id: string }>(`select t.id from ${table} t${where.sql} limit ${MAX_SORTED + 1}`, where.params);
  return some.length <= MAX_SORTED ? reading({ sql: "t.id = any(?)", params: [some.map(({ id }) => id)] }) : reading(oneByOne(each));
}

/** Reads places of records that meet a condition. */
async function readPlaces(
  queries: Queries,
  table: string,
  order: ListOrder,
  condition: RecordCondition,
  after: Values | undefined,
  most: number,
): Promise<readonly Place[]> {
  const found: Place[] = [];
  for (const part of partsOf(order, after)) {
    if (found.length === most) break;
    const { sql, params } = placesStatement(table, order, [part, condition], most - found.length);
    for (const row of await queries.all<Readonly<Record<string, OrderValue>> & { readonly id: string }>(sql, params))
      found.push({ id: row.id, values: order.columns.map(({ sql: column }, at) => row[column === ID ? "id" : `k${at}`] ?? null) });
  }
  return found;
}

/** The key, which is mostly the last column of an order. */
const ID = "t.id";

/** The statement for the first places of an order that meet conditions. */
export function placesStatement(
  table: string,
  { columns, descending }: ListOrder,
  conditions: readonly RecordCondition[],
  most: number,
): SqlFragment {
  const given = conditions.filter(({ sql }) => sql !== "");
  const where = given.length === 0 ? "" : ` where ${given.map(({ sql }) => sql).join(" and ")}`;
  const direction = descending ? " desc" : "";
  const values = columns.map(({ sql }, at) => (sql === ID ? "" : `, ${sql} as k${at}`)).join("");
  return {
    sql:
      `select ${ID}${values} from ${table} t${where} ` + `order by ${columns.map(({ sql }) => sql + direction).join(", ")} limit ${most}`,
    params: given.flatMap(({ params }) => params),
  };
}

const isNull = ({ sql }: OrderColumn): RecordCondition => ({ sql: `${sql} is null`, params: [] });
const isNotNull = ({ sql }: OrderColumn): RecordCondition => ({ sql: `${sql} is not null`, params: [] });

/**
 * Divides what comes after a place into ranges of the index of an order, as conditions: records without a value in its first column are a
 * range of their own, since no comparison finds them.
 */
export function partsOf({ columns, descending }: ListOrder, after: Values | undefined): readonly RecordCondition[] {
  const [first, ...rest] = columns as readonly [OrderColumn, ...OrderColumn[]];
  const beyond = (own: readonly OrderColumn[], values: Values): RecordCondition => ({
    sql: `(${own.map(({ sql }) => sql).join(", ")}) ${descending ? "<" : ">"} (${own.map(() => "?").join(", ")})`,
    params: [...values],
  });
  if (first.nullable !== true) return [after === undefined ? { sql: "", params: [] } : beyond(columns, after)];
  const isAfterNull = after !== undefined && after[0] === null;
  const nulls = isAfterNull ? both(isNull(first), beyond(rest, after.slice(1))) : isNull(first);
  const values = after === undefined || isAfterNull ? isNotNull(first) : both(isNotNull(first), beyond(columns, after));
  if (descending) return isAfterNull ? [nulls] : [values, nulls];
  return after === undefined || isAfterNull ? [nulls, values] : [values];
}

const both = (one: RecordCondition, other: RecordCondition): RecordCondition => ({
  sql: `${one.sql} and ${other.sql}`,
  params: [...one.params, ...other.params] as readonly SqlValue[],
});

async function* textsOf(
  readTexts: ReadTexts,
  places: readonly Place[],
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly string[], void> {
  signal?.throwIfAborted();
  for await (const texts of readTexts(places.map(({ id }) => id))) {
    yield texts;
    signal?.throwIfAborted();
  }
}

async function* restOfList(
  queries: Queries,
  records: PagedRecords,
  places: ReadPlaces,
  after: Values | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly string[], void> {
  const readTexts = await records.openTexts(queries);
  for (let last = after; ;) {
    const found = await places(last, PLACES_PER_STEP);
    yield* textsOf(readTexts, found, signal);
    if (found.length < PLACES_PER_STEP) return;
    last = found.at(-1)?.values;
  }
}
