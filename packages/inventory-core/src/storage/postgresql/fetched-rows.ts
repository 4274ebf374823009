import { TURN_BYTES } from "../../background/in-slices.ts";
import { MIN_PAGE_ROWS, sizeOf } from "../list-limits.ts";

/** A page of short rows has so many characters, about: what one costs is known only afterwards. */
const PAGE_CHARACTERS = 80_000;
const MAX_FETCHED_ROWS = 500;

interface Sized {
  /** Bytes of the row. */
  readonly row_size: number;
  /** Bytes of the rows up to this one. */
  readonly list_size: number | string;
}

/** Bytes of a row as it is stored; a longer one is measured as it is sent, since a long text takes little when it is compressed. */
const SIZE = "case when pg_column_size(l) > 1000 then octet_length(l::text) else pg_column_size(l) end";

/** The statement for the first rows of a list: one page, and one row more. They end with the row that makes them long. */
export const firstRowsSql = (text: string): string =>
  `select * from (select s.*, sum(row_size) over (rows unbounded preceding) as list_size from
     (select l.*, ${SIZE} as row_size from (${text} limit ${MIN_PAGE_ROWS + 1}) l) s) f where list_size - row_size < ${TURN_BYTES}`;

/** Rows of {@link firstRowsSql}. @returns undefined where the list has more */
export function onlyRows<Row>(found: readonly object[]): readonly Row[] | undefined {
  const last = found.at(-1) as Sized | undefined;
  if (found.length > MIN_PAGE_ROWS || Number(last?.list_size ?? 0) >= TURN_BYTES) return undefined;
  return found.map(({ row_size: _, list_size: __, ...row }: object & Partial<Sized>) => row as Row);
}

/** How many rows are fetched after others: few long ones, many short ones, and at most twice as many, as long ones may be among them. */
export function rowsToFetch(before: readonly object[]): number {
  const longest = before.reduce((most, row) => Math.max(most, sizeOf(row)), 1);
  const few = Math.min(MIN_PAGE_ROWS, TURN_BYTES / longest);
  return Math.floor(Math.max(1, Math.min(2 * before.length, Math.max(few, Math.min(MAX_FETCHED_ROWS, PAGE_CHARACTERS / longest)))));
}
