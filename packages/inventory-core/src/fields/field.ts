import { z } from "zod";
import { asName, Id, listOf, optionalText, patchOf, text, Timestamp, orNone } from "../contract/operations/fields.ts";
import { recordFields, showsAs } from "../contract/operations/record-fields.ts";
import type { Fields } from "../contract/errors/validation.ts";
import type { Field as FieldDefinitionRecord } from "../contract/generated/api.ts";
import { FIELD_TYPES } from "./field-types.ts";

/** Most choices of a field. */
const MAX_CHOICES = 500;

const NAME = "^[a-z][a-z0-9_]{0,62}$";

const oneOf = <const Value extends string>(values: readonly Value[], description: string) =>
  z
    .enum(values, { error: (issue) => (issue.input === undefined ? "is required" : `must be one of ${values.join(", ")}`) })
    .meta({ description });

const flag = (description: string) => z.boolean({ error: "must be true or false" }).meta({ description });

const Choice = text(255, "a choice").refine((value) => value.trim() === value && value !== "", {
  error: "must not be empty, nor begin or end with blanks",
});

const Choices = showsAs(
  listOf(Choice, MAX_CHOICES, "Values that a field of type choice may have, in the order in which they are offered").transform((values) => [
    ...new Set(values),
  ]),
  () => z.array(z.string()).meta({ description: "Values that a field of type choice may have; none for other types" }),
);

/** What a caller sends to define a field. */
export const FieldCreate = z.object({
  record: z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
    .min(1, { error: "is required" })
    .meta({ description: "Kind of record that has the field: datacenter, network, pool, device or a declared kind", examples: ["device"] }),
  name: z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
    .regex(new RegExp(NAME), { error: "must be 1–63 lower-case letters, digits and underscores, beginning with a letter" })
    .meta({
      description: "Name in `fields` of records, in filters and in columns of files; unique in its kind of record",
      examples: ["owner"],
    }),
  label: orNone(asName(text(255, "label")).meta({ maxLength: 255 }), { description: "What people read; the name unless given" }),
  type: oneOf(FIELD_TYPES, "Type of its values: a date is 2026-01-31, a url absolute with http or https"),
  choices: Choices,
  required: flag("Whether new records must have a value, and none may be unset from now on").default(false),
  unique: flag("Whether no two records may have the same value").default(false),
  description: optionalText(4096, "Free text"),
  position: z
    .int({ error: "must be a whole number" })
    .min(0, { error: "must be between 0 and 1000000" })
    .max(1_000_000, { error: "must be between 0 and 1000000" })
    .optional()
    .meta({ description: "Its place among the fields of its kind of record, lowest first; after all others unless given" }),
});

/** What a caller sends to change a field: only the keys that change. */
export const FieldUpdate = patchOf(FieldCreate);

/** A field that somebody defined for all records of a kind. */
export const Field = z
  .object({
    id: Id,
    ...recordFields(FieldCreate, { position: z.int().meta({ description: "Its place among the fields of its kind of record" }) }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Field", description: "A field of one's own, which all records of a kind have" });

export const FieldFilter = z.object({
  record: z.string({ error: "must be given once" }).optional().meta({ description: "Only fields of this kind of record" }),
});

/** What becomes of the values of a field that is deleted. */
export const FieldDeletion = z.object({
  values: z
    .enum(["drop"], { error: "must be drop" })
    .optional()
    .meta({ description: "drop: the values that records have go with the field; without it a field that holds values is refused" }),
});

export type Field = FieldDefinitionRecord;
export type FieldCreate = Fields<typeof FieldCreate>;
export type FieldUpdate = Fields<typeof FieldUpdate>;
/** Which fields a list shows. */
export type FieldFilter = z.output<typeof FieldFilter>;
export type FieldDeletion = z.output<typeof FieldDeletion>;
