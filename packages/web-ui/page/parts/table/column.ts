import {
  type ColumnDef,
  columnVisibilityFeature,
  createExpandedRowModel,
  createSortedRowModel,
  rowExpandingFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/vue-table";
import type { Component } from "vue";
import { dateText } from "../../texts/date-text.ts";

/** What a cell shows where no slot draws it. */
export type CellValue = string | number | boolean | null | undefined;

/** A column of a table. */
export interface Column<Row> {
  /** Its name, also of the slot that draws its cells: `cell-<name>`. */
  readonly name: string;
  readonly label: string;
  /** The value of a cell. A complete list is sorted by it. */
  readonly value?: (row: Row) => CellValue;
  /** The value to sort by, where it differs from the shown one: an address as a number. */
  readonly order?: (row: Row) => string | number | undefined;
  /** How it looks: `name` wraps anywhere, `code` is monospaced, `number` has digits of one width, `badge` is a status. */
  readonly look?: "name" | "code" | "number" | "badge";
  /** A component that draws its cells, with what it takes of a row. The first column of rows with a page is a link instead. */
  readonly drawn?: { readonly by: Component; readonly of: (row: Row) => object };
  /** Text below the value, in the first column. */
  readonly under?: (row: Row) => string;
  /** The problem of the record, shown below the value of the first column. */
  readonly problem?: (row: Row) => string | null;
  /** Width in a tall table, as in CSS; by default an equal share. */
  readonly width?: string;
  readonly sortable?: boolean;
  /** Hidden until the person chooses it in the column menu. */
  readonly optional?: boolean;
}

export const features = tableFeatures({
  columnVisibilityFeature,
  rowExpandingFeature,
  rowSelectionFeature,
  rowSortingFeature,
  expandedRowModel: createExpandedRowModel(),
  sortedRowModel: createSortedRowModel(),
});

type Definition<Row extends object> = ColumnDef<typeof features, Row>;

/** In the order of people: digits as numbers, any case. */
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

export function compareValues(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return collator.compare(String(one), String(other));
}

/** Width of a column of times. */
export const TIME_WIDTH = "13rem";

/** A column of times, sorted by time. */
export const timeColumn = <Name extends string>(
  name: Name,
  label: string,
  more: Partial<Column<Readonly<Record<Name, string>>>> = {},
): Column<Readonly<Record<Name, string>>> => ({
  name,
  label,
  value: (row) => dateText(row[name]),
  order: (row) => row[name],
  sortable: true,
  ...more,
});

/** The columns as TanStack Table takes them. Rows without a value are last in both directions. */
export function definitionsOf<Row extends object>(columns: readonly Column<Row>[]): Definition<Row>[] {
  return columns.map((column): Definition<Row> => {
    const valueOf = column.order ?? column.value;
    return {
      id: column.name,
      header: column.label,
      accessorFn: (row) => {
        const value = valueOf?.(row);
        return value === null || value === "" ? undefined : value;
      },
      enableSorting: column.sortable === true,
      sortUndefined: "last",
      sortFn: (one, other, id) => compareValues(one.getValue(id), other.getValue(id)),
    };
  });
}

/** `-name` as TanStack Table keeps it. */
export const sortingOf = (sort: string): { id: string; desc: boolean }[] =>
  sort === "" ? [] : [{ id: sort.replace(/^-/, ""), desc: sort.startsWith("-") }];

/** A click on a heading: ascending, then descending. */
export const nextSort = (sort: string, column: string): string => (sort === column ? `-${column}` : column);

/** A value of a cell as text. */
export const textOf = (value: CellValue): string => {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? value.toLocaleString() : value;
};
