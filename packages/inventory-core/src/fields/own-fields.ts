import { z } from "zod";
import type { RecordKind } from "../contract/record-kind.ts";
import { showsAs } from "../contract/operations/record-fields.ts";

/** Kinds of record whose custom fields every version knows. */
const FIELD_RECORDS = ["datacenter", "network", "pool", "device"] as const;

/** A kind of record that may have custom fields: one of the core, or a declared one. */
export type FieldRecord = string;

/** The declared kinds of a host. */
export interface DeclaredRecords {
  readonly all: readonly Pick<RecordKind, "name" | "title" | "doors">[];
}

/** Whether a kind of record is one of the core, whose custom fields every version knows. */
export const isCoreRecord = (record: FieldRecord): boolean => (FIELD_RECORDS as readonly string[]).includes(record);

/** Names of the kinds of record that may have custom fields. */
export const fieldRecords = ({ all }: DeclaredRecords): readonly FieldRecord[] => [
  ...new Set([...FIELD_RECORDS, ...all.filter(({ doors }) => doors.has("custom")).map(({ name }) => name)]),
];

/** The column that has what a kind of record is called. */
export const titleColumn = ({ all }: DeclaredRecords, record: FieldRecord): string =>
  all.find(({ name }) => name === record)?.title ?? "name";

/** Most fields of one kind of record (docs/spec/own-fields.md#limits). */
export const MAX_FIELDS = 200;

/** The value of a field; null when it is unset. */
export type OwnValue = string | number | boolean | null;

/** Values of a record's own fields, by the names of these. */
export type OwnFields = Record<string, OwnValue>;

const VALUE = [{ type: "string" }, { type: "number" }, { type: "boolean" }, { type: "null" }];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isValue = (value: unknown): value is OwnValue =>
  value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** Each with a description, so that no schema has several types. */
const Shown = z.union([
  z.string().meta({ description: "Of a text, date, choice or url" }),
  z.number().meta({ description: "Of a number" }),
  z.boolean().meta({ description: "Of a boolean" }),
]);

/**
 * Values as a caller sends them. Which fields there are, and of which type, is not known here: `checkOwnFields` asks the definitions. The
 * keys are looked at one by one, so that `__proto__` is an unknown name like any other.
 */
export const OwnFieldsInput = showsAs(
  z
    .custom<OwnFields>()
    .optional()
    .transform((given: unknown, context): OwnFields => {
      if (given === undefined) return {};
      if (!isObject(given)) {
        context.issues.push({ code: "custom", input: given, message: "must be an object" });
        return z.NEVER;
      }
      const entries = Object.entries(given);
      if (entries.length > MAX_FIELDS) {
        context.issues.push({ code: "custom", input: given, message: `must hold at most ${MAX_FIELDS} fields` });
        return z.NEVER;
      }
      for (const [name, value] of entries) {
        if (!isValue(value))
          context.issues.push({ code: "custom", input: value, path: [name], message: "must be a text, a number, true, false or null" });
      }
      return Object.fromEntries(entries) as OwnFields;
    })
    .meta({
      type: "object",
      additionalProperties: { anyOf: VALUE },
      description: "Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value",
    }),
  () =>
    z
      .record(z.string(), Shown.nullable())
      .meta({ description: "Values of custom fields, by name: every field is present, null when it is unset" }),
);
