import type { Draft } from "../contract/errors/validation.ts";
import type { Field, FieldCreate, FieldUpdate } from "./field.ts";
import { type DeclaredRecords, fieldRecords, type FieldRecord, MAX_FIELDS } from "./own-fields.ts";

/** What is wrong with the name of a kind of record; undefined for a kind that may have custom fields. */
export function recordProblem(declared: DeclaredRecords, record: string): string | undefined {
  const names = fieldRecords(declared);
  return names.includes(record) ? undefined : `must be one of ${names.join(", ")}`;
}

/** Adds to the problems of a draft that no record of its kind has custom fields. */
export function checkRecord({ fields, problems }: Draft<Partial<FieldCreate>>, declared: DeclaredRecords): void {
  const problem = fields.record === undefined ? undefined : recordProblem(declared, fields.record);
  if (problem !== undefined) problems.add("record", problem);
}

/** A choice has choices, and nothing else has: adds what is wrong to the problems of a draft. @param shape the field as it would be */
export function checkChoices({ problems }: Draft<Partial<FieldCreate>>, { type, choices }: Partial<FieldCreate>): void {
  if (type === undefined || choices === undefined) return;
  if (type === "choice" && choices.length === 0) problems.add("choices", "is required for the type choice");
  if (type !== "choice" && choices.length > 0) problems.add("choices", `must be empty for the type ${type}`);
}

/** The name that people read: that of programs where none is given. */
export const labelOf = (label: string, name: string): string => (label === "" ? name : label);

/** What a field becomes by what of a draft is right; what is wrong is added to its problems. */
export function fieldAfter(before: Field, draft: Draft<FieldUpdate>): Field {
  const { fields, problems } = draft;
  if (fields.record !== undefined && fields.record !== before.record)
    problems.add("record", `cannot change: this is a field of ${before.record}s`);
  // Choices are those of the type that had them.
  const kept = fields.type !== undefined && fields.type !== before.type ? { ...before, choices: [] } : before;
  const changed: Field = { ...kept, ...fields, record: before.record };
  checkChoices(draft, changed);
  return { ...changed, label: fields.label === undefined ? before.label : labelOf(fields.label, changed.name) };
}

/** Why a kind of record can have no further field; undefined when it can. @param count fields that it has */
export const roomBreach = (record: FieldRecord, count: number): string | undefined =>
  count < MAX_FIELDS ? undefined : `${record}s have ${MAX_FIELDS} fields already, and can have no more`;

/** How full a kind of record is. */
export interface FieldRoom {
  readonly count: number;
  /** Last position; null where there is no field. */
  readonly last: number | null;
}

/** The place of a field that is given none: after all others. */
export const nextPosition = ({ last }: FieldRoom): number => (last === null ? 0 : last + 1);
