import { type DescribedField, type FieldKind, valueIn } from "../../texts/described.ts";
import { valueText } from "../../texts/field-values.ts";
import { type CellValue, type Column, TIME_WIDTH } from "../table/column.ts";
import DescribedValue from "./described-value.vue";

/** Types that a list has no room for, or that are never shown. */
const UNSHOWN: ReadonlySet<FieldKind> = new Set(["map", "objects", "secret"]);
const CODES: ReadonlySet<FieldKind> = new Set(["address", "cidr", "mac"]);
/** Their texts sort in another order than their values. */
const TIMES: ReadonlySet<FieldKind> = new Set(["date", "timestamp"]);
const NUMBERS: ReadonlySet<FieldKind> = new Set(["integer", "number"]);

/** Fields that are columns of a list. */
export const columnFields = (fields: readonly DescribedField[]): readonly DescribedField[] =>
  fields.filter(({ name, kind }) => name !== "id" && !UNSHOWN.has(kind));

/**
 * Columns of a table for described fields. From `most` on they are optional.
 * @param sortable names of the columns that sort; by default all
 */
export const describedColumns = <Row extends object>(
  fields: readonly DescribedField[],
  most = Infinity,
  sortable?: readonly string[],
): readonly Column<Row>[] =>
  columnFields(fields).map((field, index) => ({
    name: field.name,
    label: field.label,
    value: (row) => cellOf(field, valueIn(field, row)),
    ...(TIMES.has(field.kind) && { order: (row: Row) => (valueIn(field, row) as string | null) ?? undefined }),
    ...(field.kind === "timestamp" && { width: TIME_WIDTH }),
    look: CODES.has(field.kind) ? "code" : NUMBERS.has(field.kind) ? "number" : "name",
    sortable: sortable?.includes(field.name) !== false,
    drawn: { by: DescribedValue, of: (row) => ({ field, record: row }) },
    optional: index >= most,
  }));

const cellOf = ({ name }: DescribedField, value: unknown): CellValue => (typeof value === "number" ? value : valueText(name, value, ""));
