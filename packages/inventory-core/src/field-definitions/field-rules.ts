import type { Problems } from "../contract/errors/validation.ts";
import type { RecordKind } from "../contract/record-kind.ts";
import type { Queries } from "../contract/storage/storage.ts";
import { type FieldRecord, MAX_FIELDS } from "../fields/own-fields.ts";
import { type Field, recordProblem } from "./field.ts";

/** Adds what is wrong with a field, as far as it is known, to its problems. @param before the field as it is; null for a new one */
export function checkField(
  problems: Pick<Problems, "add">,
  { record, type, choices }: Partial<Field>,
  before: Field | null,
  kinds: readonly RecordKind[],
): void {
  const problem = record === undefined || before !== null ? undefined : recordProblem(kinds, record);
  if (problem !== undefined) problems.add("record", problem);
  if (before !== null && record !== before.record) problems.add("record", `cannot change: this is a field of ${before.record}s`);
  if (type === undefined || choices === undefined) return;
  if (type === "choice" && choices.length === 0) problems.add("choices", "is required for the type choice");
  if (type !== "choice" && choices.length > 0) problems.add("choices", `must be empty for the type ${type}`);
}

/**
 * Values of a field that follow from others: its label is its name where none is given, and choices go with their type.
 * @param has whether a property was sent @param before the field as it is; null for a new one
 */
export function followingValues(
  { name, label, type, choices }: Pick<Field, "name" | "label" | "type" | "choices">,
  has: (property: "label" | "choices") => boolean,
  before: Field | null,
): Pick<Field, "label" | "choices"> {
  return {
    label: before !== null && !has("label") ? before.label : label === "" ? name : label,
    choices: before !== null && type !== before.type && !has("choices") ? [] : choices,
  };
}

/** How many fields a kind of record has. */
export interface FieldRoom {
  readonly count: number;
  /** Last position; null where there is no field. */
  readonly last: number | null;
}

/** How many fields each kind of record has. @param record one kind; all unless given */
export async function fieldRooms(queries: Queries, record?: FieldRecord): Promise<ReadonlyMap<FieldRecord, FieldRoom>> {
  const rows = await queries.all<FieldRoom & { readonly record: string }>(
    `select record, count(*) as count, max(position) as last from field${record === undefined ? "" : " where record = ?"} group by record`,
    record === undefined ? [] : [record],
  );
  return new Map(rows.map((row) => [row.record, { count: Number(row.count), last: row.last }]));
}

/** Why a kind of record can have no further field; undefined when it can. @param count fields that it has */
export const roomBreach = (record: FieldRecord, count: number): string | undefined =>
  count < MAX_FIELDS ? undefined : `${record}s have ${MAX_FIELDS} fields already, and can have no more`;

/** The place of a field that is given none: after all others. */
export const nextPosition = ({ last }: FieldRoom): number => (last === null ? 0 : last + 1);

/** A kind of record without fields. */
export const NO_FIELDS: FieldRoom = { count: 0, last: null };
