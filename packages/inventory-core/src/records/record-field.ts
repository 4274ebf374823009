import type { z } from "zod";
import type { DeletionQuery, FieldFacts, OnDelete } from "../contract/record-kind.ts";

/** Types of a field, for the compiler. */
export interface FieldTypes<Value, Unset, Presence, Sent> {
  /** The value of a record. */
  readonly value: Value;
  /** The value of a record without the field. */
  readonly unset: Unset;
  /** Whether it must be sent. */
  readonly presence: Presence;
  /** The value that is sent. */
  readonly sent: Sent;
}

/**
 * A field of a kind of record.
 * @typeParam Value what a record has
 * @typeParam Unset what a record has where the field is not set
 * @typeParam Presence whether it must be sent to create a record
 * @typeParam Sent what is sent for it
 */
export class RecordField<Value, Unset = null, Presence extends FieldFacts["presence"] = "required", Sent = Value> {
  /** Its type, bounds and default. */
  readonly facts: FieldFacts;
  /** For the compiler alone. */
  declare readonly type: FieldTypes<Value, Unset, Presence, Sent>;

  constructor(facts: FieldFacts) {
    this.facts = facts;
  }

  /** The field need not be sent: unset it is `""` for a text, `[]` for a list, `{}` for a map and null for everything else. */
  optional(): RecordField<Value | Unset, Unset, "optional", Sent | Unset> {
    return new RecordField({ ...this.facts, presence: "optional" });
  }

  /** The field need not be sent: a record then has this value. */
  default(value: Value): RecordField<Value, Unset, "default", Sent> {
    return new RecordField({ ...this.facts, presence: "default", default: value });
  }

  /** The service alone sets the field: a new record has this value, and `derive` of the kind returns others. */
  state<Initial extends Value | null>(initial: Initial): RecordField<Value | Initial, Unset, "state", never> {
    return new RecordField({ ...this.facts, presence: "state", default: initial });
  }

  /** Checks sent values by this schema instead of the default schema of the field type. The schema returns the value to store. */
  sentAs(input: z.ZodType<Value>): RecordField<Value, Unset, Presence, Sent> {
    return new RecordField({ ...this.facts, input });
  }

  /** A description for the documents, in a sentence without its full stop. */
  describe(description: string): RecordField<Value, Unset, Presence, Sent> {
    return new RecordField({ ...this.facts, description });
  }
}

/** A field of any type. */
export type AnyField = RecordField<unknown, unknown, FieldFacts["presence"], unknown>;
/** Fields of a kind of record, by name. */
export type RecordFieldMap = Readonly<Record<string, AnyField>>;

/** A value of a field in a record. */
export type ValueOf<F> = F extends RecordField<infer Value, unknown, FieldFacts["presence"], unknown> ? Value : never;

/** A value that is sent for a field. */
type SentValue<F> = F extends RecordField<unknown, unknown, FieldFacts["presence"], infer Sent> ? Sent : never;

type SentOf<F extends RecordFieldMap, Presence> = {
  readonly [
    Name in keyof F as F[Name] extends RecordField<unknown, unknown, infer P, unknown> ? (P extends Presence ? Name : never) : never
  ]: SentValue<F[Name]>;
};

/** Values that are sent for fields: those of required fields, and any others. */
export type ValuesOf<F extends RecordFieldMap> = SentOf<F, "required"> & Partial<SentOf<F, "optional" | "default">>;

/** A secret as a record has it: it is never shown. */
export interface HiddenValue {
  /** Set in no record: the value has no type that a program can read. */
  readonly hidden: true;
}

const field = <Value, Unset = null, Sent = Value>(facts: Omit<FieldFacts, "presence">): RecordField<Value, Unset, "required", Sent> =>
  new RecordField({ ...facts, presence: "required" });

/** Longest text by default. */
const TEXT_MAX = 255;

/**
 * A text.
 * @param options `max`: most characters; 255 by default. `isLine`: it is one line, without control characters and blanks around it
 */
export const text = ({ max = TEXT_MAX, ...options }: { readonly max?: number; readonly isLine?: true } = {}): RecordField<string, ""> =>
  field({ kind: "text", max, ...options });

/** A name: 1–255 characters without control characters. A filter by it finds a part of it, in any case. */
export const name = (): RecordField<string, ""> => field({ kind: "name", max: 255 });

/** A whole number. @param options bounds; -2,147,483,648 to 2,147,483,647 by default */
export const integer = (options: { readonly min?: number; readonly max?: number } = {}): RecordField<number> =>
  field({ kind: "integer", ...options });

/** A number. */
export const number = (options: { readonly min?: number; readonly max?: number } = {}): RecordField<number> =>
  field({ kind: "number", ...options });

/** True or false. */
export const boolean = (): RecordField<boolean> => field({ kind: "boolean" });

/** A day: `2026-11-29`. */
export const date = (): RecordField<string> => field({ kind: "date" });

/** A time: ISO 8601 UTC with milliseconds. Other offsets are converted. */
export const timestamp = (): RecordField<string> => field({ kind: "timestamp" });

/** One of some values, texts or numbers. */
export const choice = <const Value extends string | number>(values: readonly Value[]): RecordField<Value> =>
  field({ kind: "choice", values });

/** A URL with the scheme http or https, at most 2,048 characters. */
export const url = (): RecordField<string, ""> => field({ kind: "url", max: 2048 });

/** An IPv4 or IPv6 address, in its canonical form (RFC 5952). */
export const address = (): RecordField<string> => field({ kind: "address" });

/** A subnet, in its canonical form: `10.0.0.0/24`. */
export const cidr = (): RecordField<string> => field({ kind: "cidr" });

/** A MAC address, as `02:42:ac:11:00:02`. */
export const mac = (): RecordField<string> => field({ kind: "mac" });

/** Tags, at most 100. A filter finds records that have all of some tags. */
export const tags = (): RecordField<readonly string[], readonly []> => field({ kind: "tags" });

/** A list of texts, at most 100. @param options `max`: most characters of each; 255 by default */
export const texts = ({ max = TEXT_MAX }: { readonly max?: number } = {}): RecordField<readonly string[], readonly []> =>
  field({ kind: "texts", max });

/** Texts by name, at most 100. */
export const map = (): RecordField<Readonly<Record<string, string>>, Readonly<Record<string, never>>> => field({ kind: "map" });

/**
 * The id of another record.
 * @param to kind of that record: `datacenter`
 * @param options `onDelete`: what its deletion does; `refuse` by default. `unless`: the query of the deletion that deletes this record too,
 * in place of the refusal
 */
export const reference = (
  to: string,
  { onDelete = "refuse", unless }: { readonly onDelete?: OnDelete; readonly unless?: DeletionQuery } = {},
): RecordField<string> => field({ kind: "reference", to, onDelete, ...(unless && { unless }) });

/** Ids of other records, each once and in no order. */
export const references = (
  to: string,
  { onDelete = "refuse" }: { readonly onDelete?: OnDelete } = {},
): RecordField<readonly string[], readonly []> => field({ kind: "references", to, onDelete });

/** Longest secret by default. */
const SECRET_MAX = 1000;

/**
 * A text that is written and never shown: a record shows `has_<name>`. It is encrypted under the id of its record, which takes an
 * `ENCRYPTION_KEY`. A plugin reads it from the column by `SECRETS.decrypt({ table: kind, column: field }, id, stored)`. An update
 * without it
 * keeps it; null clears an optional one.
 * @param options `max`: most characters; 1,000 by default
 */
export const secret = ({ max = SECRET_MAX }: { readonly max?: number } = {}): RecordField<HiddenValue, null, "required", string> =>
  field({ kind: "secret", max });

/** Most objects of a field by default. */
const OBJECTS_MAX = 100;

/**
 * A list of objects with the given fields, which may have any type but `reference`, `references`, `secret` and `objects`.
 * @param options `max`: most objects; 100 by default
 *
 * @example
 * ports: objects({ fields: { name: name(), speed_mbps: integer({ min: 1 }).optional() } }, { max: 64 })
 */
export const objects = <const F extends RecordFieldMap>(
  { fields }: { readonly fields: F },
  { max = OBJECTS_MAX }: { readonly max?: number } = {},
): RecordField<readonly { readonly [Name in keyof F]: ValueOf<F[Name]> }[], readonly [], "required", readonly ValuesOf<F>[]> =>
  field({ kind: "objects", max, fields: Object.entries<AnyField>(fields).map(([own, { facts }]) => ({ name: own, facts })) });
