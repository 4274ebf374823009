import type { InfiniteData } from "@tanstack/vue-query";
import { patchRows, type RowChange } from "./patch-rows.ts";

/** Records of a page. */
export const PAGE_SIZE = 200;

/** A page of a list, as it is kept. */
export interface ListPage<T> {
  readonly items: readonly T[];
  /** Cursor of the next page. */
  readonly next: string | undefined;
  /** Number of all records, on the first page. */
  readonly count: number | undefined;
  /** The last record when the page was read: records after it are on later pages. */
  readonly last: T | undefined;
}

/** Compares records of an order of the service: `name`, `-updated_at`; ties by id, as code units compare. */
export function orderBy<T extends { readonly id: string }>(sort: string): (one: T, other: T) => number {
  const field = (sort.replace(/^-/, "") || "name") as keyof T;
  const turn = sort.startsWith("-") ? -1 : 1;
  return (one, other) => {
    if (one[field] !== other[field]) return one[field] < other[field] ? -turn : turn;
    return one.id < other.id ? -turn : one.id > other.id ? turn : 0;
  };
}

/**
 * The pages of a list after changes. Records that come after the pages that were read are left for the next one. The count follows
 * records that are read, created or deleted; a change of another record may make it stale until the list is read again.
 */
export function patchPages<T extends { readonly id: string }>(
  data: InfiniteData<ListPage<T>>,
  changes: readonly RowChange<T>[],
  belongs: (row: T) => boolean,
  compare: (one: T, other: T) => number,
): InfiniteData<ListPage<T>> {
  const [first, ...others] = data.pages;
  const end = data.pages.at(-1);
  if (first === undefined || end === undefined) return data;
  const before = data.pages.flatMap(({ items }) => items);
  const isRead = (row: T): boolean => end.next === undefined || (end.last !== undefined && compare(row, end.last) <= 0);
  const items = patchRows(before, changes, (row) => belongs(row) && isRead(row), compare);
  const known = new Set(before.map(({ id }) => id));
  const created = new Set(changes.flatMap(({ id, isNew }) => (isNew === true ? [id] : [])));
  let count = first.count ?? 0;
  for (const { id, row, gone } of new Map(changes.map((change) => [change.id, change])).values()) {
    const isIn = row !== null && belongs(row);
    const wasIn = known.has(id) || (!created.has(id) && (row === null ? gone !== undefined && belongs(gone) : isIn));
    count += Number(isIn) - Number(wasIn);
  }
  if (items === before && count === first.count) return data;
  const page = { ...first, items, count: end.next === undefined ? items.length : count };
  return { ...data, pages: [page, ...others.map((other) => ({ ...other, items: [] }))] };
}
