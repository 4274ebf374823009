import { z } from "zod";
import { invalidField } from "../contract/errors/validation.ts";
import type { Field as FieldRecord } from "../contract/generated/api.ts";
import { asName, listOf, optionalText, orNone, text as textSchema } from "../contract/operations/fields.ts";
import { FIELD_TYPES } from "../fields/field-types.ts";
import { fieldRecords } from "../fields/own-fields.ts";
import { boolean, choice, integer, text, texts } from "../records/record-field.ts";
import { defineRecord } from "../records/record-kind.ts";

export type Field = FieldRecord;

/** Most choices of a field. */
const MAX_CHOICES = 500;

const NAME = /^[a-z][a-z0-9_]{0,62}$/;

const required = ({ input }: { readonly input?: unknown }): string => (input === undefined ? "is required" : "must be a string");

const flag = (description: string): z.ZodType<boolean> =>
  z.boolean({ error: "must be true or false" }).meta({ description }).default(false);

const Kind = z
  .string({ error: required })
  .min(1, { error: "is required" })
  .meta({ description: "Kind of record that has the field: datacenter, network, pool, device or a declared kind", examples: ["device"] });

const Name = z
  .string({ error: required })
  .regex(NAME, { error: "must be 1–63 lower-case letters, digits and underscores, beginning with a letter" })
  .meta({
    description: "Name in `fields` of records, in filters and in columns of files; unique in its kind of record",
    examples: ["owner"],
  });

const Label = orNone(asName(textSchema(255, "label")).meta({ maxLength: 255 }), { description: "What people read; the name unless given" });

const Type = z
  .enum(FIELD_TYPES, { error: ({ input }) => (input === undefined ? "is required" : `must be one of ${FIELD_TYPES.join(", ")}`) })
  .meta({ description: "Type of its values: a date is 2026-01-31, a url absolute with http or https" });

const Choice = textSchema(255, "a choice").refine((value) => value.trim() === value && value !== "", {
  error: "must not be empty, nor begin or end with blanks",
});

const Choices = listOf(
  Choice,
  MAX_CHOICES,
  "Values that a field of type choice may have, in the order in which they are offered",
).transform((values) => [...new Set(values)]);

const Position = z
  .int({ error: "must be a whole number" })
  .min(0, { error: "must be between 0 and 1000000" })
  .max(1_000_000, { error: "must be between 0 and 1000000" })
  .optional()
  .meta({ description: "Its place among the fields of its kind of record, lowest first; after all others unless given" });

/** What is wrong with the name of a kind of record; undefined for a kind that may have custom fields. */
export function recordProblem(kinds: Parameters<typeof fieldRecords>[0]["all"], record: string): string | undefined {
  const names = fieldRecords({ all: kinds });
  return names.includes(record) ? undefined : `must be one of ${names.join(", ")}`;
}

/** A custom field of all records of a kind. */
export const Field = defineRecord({
  name: "field",
  label: "Custom field",
  description: "A custom field, which all records of a kind have",
  doors: ["events", "undo"],
  readers: "everyone",
  operator: [],
  changesDefinitions: true,
  order: ["record", "position", "name"],
  fields: {
    record: text().sentAs(Kind),
    name: text().sentAs(Name),
    label: text().optional().sentAs(Label),
    type: choice(FIELD_TYPES).sentAs(Type),
    choices: texts().optional().sentAs(Choices).describe("Values that a field of type choice may have; none for other types"),
    required: boolean().default(false).sentAs(flag("Whether new records must have a value, and none may be unset from now on")),
    unique: boolean().default(false).sentAs(flag("Whether no two records may have the same value")),
    description: text().optional().sentAs(optionalText(4096, "Free text")),
    position: integer()
      .default(0)
      .sentAs(Position as z.ZodType<number>)
      .describe("Its place among the fields of its kind of record"),
  },
  unique: [["record", "name"]],
  filters: {
    record: {
      parameter: z.string({ error: "must be given once" }).optional().meta({ description: "Only fields of this kind of record" }),
      condition: (record, kinds) => {
        const problem = recordProblem(kinds, record);
        if (problem !== undefined) throw invalidField("record", problem);
        return { sql: "t.record = ?", params: [record] };
      },
    },
  },
  effects: {
    create: "All records of the kind have it from then on, null until it is set.",
    update:
      "Values follow a new name. A type or choices change only while every value converts, and unique only while no two values are " +
      "the same: otherwise CONFLICT names some of them.",
    delete: "One that holds values is refused with CONFLICT, which says how many, unless values=drop is given: then they go with it.",
  },
  refusals: ["CONFLICT"],
  deletionQuery: {
    name: "values",
    value: "drop",
    description: "drop: the values that records have go with the field; without it a field that holds values is refused",
  },
  earlier: {
    documents: { steps: [], lost: fieldOf },
    columns: {
      record: { type: "text" },
      name: { type: "text" },
      label: { type: "text" },
      type: { type: "text" },
      choices: { type: "text" },
      is_required: { type: "integer" },
      is_unique: { type: "integer" },
      description: { type: "text" },
      position: { type: "integer" },
      created_at: { type: "text" },
      updated_at: { type: "text" },
      doc: { type: "text" },
    },
    derived: (record) => {
      const { id: _, required: isRequired, unique, choices, ...columns } = record as unknown as Field;
      return { ...columns, choices: JSON.stringify(choices), is_required: Number(isRequired), is_unique: Number(unique) };
    },
  },
});

/** The field that a row holds, without its document. */
function fieldOf(row: Readonly<Record<string, unknown>>): Record<keyof Field, unknown> {
  const { id, record, name, label, type, choices, is_required, is_unique, description, position, created_at, updated_at } = row;
  return {
    id,
    record,
    name,
    label,
    type,
    choices: JSON.parse(String(choices)),
    required: is_required === 1,
    unique: is_unique === 1,
    description,
    position,
    created_at,
    updated_at,
  };
}
