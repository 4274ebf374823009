import { createHash } from "node:crypto";
import { z } from "zod";
import { parseCidr } from "../address/cidr.ts";
import { parseAddress } from "../address/ip-address.ts";
import { parseMac } from "../contract/mac-address.ts";
import { asName, listOf, Name, Tags, text, Timestamp, withoutControls } from "../contract/operations/fields.ts";
import { showsAs } from "../contract/operations/record-fields.ts";
import { REFERS_TO, refersTo } from "../contract/operations/reference.ts";
import type { SqlValue } from "../contract/storage/storage.ts";
import { valueProblem } from "../fields/field-types.ts";
import { foldText } from "../storage/search-text.ts";
import type { FieldFacts, FieldKind, NamedField } from "../contract/record-kind.ts";

/** What the type of a field decides: its schemas, its column, its JSON and its filter. */
export interface FieldType {
  /** What a record has where the field is not set. */
  readonly unset: unknown;
  /** Schema of a value that is sent. */
  input(facts: FieldFacts): z.ZodType;
  /** Schema of the value that a record shows. */
  shown(facts: FieldFacts): z.ZodType;
  /** Type of the column; `list` for a field whose values are rows of a table of their own. */
  column(facts: FieldFacts): "text" | "integer" | "bigint" | "list";
  /** Whether a second column holds the folded text, for filters in any case. */
  readonly isFolded: boolean;
  /** A value as the column has it. */
  written(value: unknown): SqlValue;
  /** The JSON text of a column that is not null, as SQL that both databases take. */
  json(column: string, facts: FieldFacts): string;
  /** The value that a text in a filter stands for; undefined for none. */
  ofText(given: string, facts: FieldFacts): SqlValue | undefined;
  /** What a filter takes, for its message: `a whole number`. */
  readonly takes: string;
}

const MAX_INTEGER = 2_147_483_647;
/** Most entries of a list of texts or references, and of a map. */
export const MAX_ENTRIES = 100;
/** Most references of one field. */
export const MAX_REFERENCES = 1000;

/** Longest folded text, in bytes, that an index holds as it is. */
const MAX_KEY_BYTES = 512;

/** The folded text of a column, short enough for an index: a long one has its digest at the end. */
export function foldedKey(value: string): string {
  const folded = foldText(value);
  if (Buffer.byteLength(folded) <= MAX_KEY_BYTES) return folded;
  return `#${createHash("sha256").update(folded).digest("hex")}`;
}

const bounds = ({ min, max }: FieldFacts): string => {
  if (min !== undefined && max !== undefined) return `must be between ${min} and ${max}`;
  return min === undefined ? `must be at most ${max}` : `must be at least ${min}`;
};

/** A numeric schema with the bounds of a field. */
function bounded(schema: z.ZodNumber, facts: FieldFacts): z.ZodNumber {
  const low = facts.min === undefined ? schema : schema.min(facts.min, { error: bounds(facts) });
  return facts.max === undefined ? low : low.max(facts.max, { error: bounds(facts) });
}

const missingOr =
  (message: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    input === undefined || input === null ? "is required" : message;

/** A text that a function brings into its canonical form, or refuses. */
function canonicalText(canonical: (given: string) => string | undefined, what: string, example: string): z.ZodType {
  return showsAs(
    z
      .string({ error: missingOr("must be a string") })
      .transform((given, context) => {
        const value = canonical(given.trim());
        if (value !== undefined) return value;
        context.issues.push({ code: "custom", input: given, message: `must be ${what}, such as ${example}` });
        return z.NEVER;
      })
      .meta({ examples: [example] }),
    () => z.string().meta({ examples: [example] }),
  );
}

const asItIs = {
  isFolded: false,
  written: (value: unknown): SqlValue => value as SqlValue,
} as const;

const quoted = (column: string): string => `json_quote(${column})`;
/** Of texts without a character that JSON escapes. */
const plain = (column: string): string => `'"' || ${column} || '"'`;

/** A type whose values are texts in a canonical form. */
const canonicalType = (
  canonical: (given: string) => string | undefined,
  what: string,
  example: string,
  json: (column: string) => string = plain,
): FieldType => ({
  ...asItIs,
  unset: null,
  input: () => canonicalText(canonical, what, example),
  shown: () => z.string().meta({ examples: [example] }),
  column: () => "text",
  json,
  ofText: (given) => canonical(given.trim()),
  takes: what,
});

const isoOf = (given: string): string | undefined => {
  const parsed = z.iso.datetime({ offset: true }).safeParse(given);
  return parsed.success ? new Date(parsed.data).toISOString() : undefined;
};

const cidrOf = (given: string): string | undefined => {
  const parsed = parseCidr(given);
  return parsed.ok ? parsed.cidr.text : undefined;
};

const macOf = (given: string): string | undefined => {
  const parsed = parseMac(given);
  return parsed.ok ? parsed.text : undefined;
};

const dateOf = (given: string): string | undefined =>
  valueProblem({ type: "date", choices: [] }, given) === undefined ? given : undefined;

const A_NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i;

const textType = (input: FieldType["input"]): FieldType => ({
  ...asItIs,
  unset: "",
  isFolded: true,
  input,
  shown: () => z.string(),
  column: () => "text",
  json: quoted,
  ofText: (given) => foldedKey(given),
  takes: "a text",
});

const listType = (input: FieldType["input"]): FieldType => ({
  ...asItIs,
  unset: [],
  input,
  shown: () => z.array(z.string()),
  column: () => "list",
  json: quoted,
  ofText: (given) => given,
  takes: "a text",
});

/** @param isRequired an empty id is none otherwise */
const idOf = (to: string | undefined, isRequired = true) =>
  z
    .string({ error: missingOr("must be the id of a record") })
    .refine((value) => !isRequired || value !== "", { error: "is required" })
    .refine((value) => !value.includes("\u0000"), { error: "must not contain NUL characters" })
    .meta({ ...refersTo(to ?? "") });

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every((entry) => typeof entry === "string");

const Texts = z.record(z.string(), z.string());

/** The types of fields, by kind. */
export const FIELD_TYPES: Readonly<Record<FieldKind, FieldType>> = {
  text: textType(({ max = MAX_INTEGER, presence, isLine }) => {
    const schema = (isLine === true ? asName : withoutControls)(text(max)).meta({ maxLength: max });
    return presence === "required" ? schema.check(refuseEmpty).meta({ minLength: 1, maxLength: max }) : schema;
  }),
  // A record shows an unset text as "": what it shows may be sent again.
  name: textType(({ max = MAX_INTEGER, presence }) => (presence === "required" ? Name : asName(text(max)))),
  url: textType(({ max = MAX_INTEGER, presence }) =>
    asName(text(max))
      .check(({ value, issues }) => {
        if (value === "" && presence !== "required") return;
        const message = value === "" ? "is required" : valueProblem({ type: "url", choices: [] }, value);
        if (message !== undefined) issues.push({ code: "custom", input: value, message });
      })
      .meta({ maxLength: max, format: "uri" }),
  ),
  integer: {
    ...asItIs,
    unset: null,
    input: (facts) => bounded(z.int({ error: missingOr("must be a whole number") }), { min: -MAX_INTEGER - 1, max: MAX_INTEGER, ...facts }),
    shown: () => z.int(),
    column: ({ max = MAX_INTEGER, min = -MAX_INTEGER - 1 }) => (max > MAX_INTEGER || min < -MAX_INTEGER - 1 ? "bigint" : "integer"),
    json: (column) => `cast(${column} as text)`,
    ofText: (given) => (/^-?\d{1,16}$/.test(given.trim()) ? Number(given) : undefined),
    takes: "a whole number",
  },
  number: {
    ...asItIs,
    unset: null,
    input: (facts) => bounded(z.number({ error: missingOr("must be a number") }), facts),
    shown: () => z.number(),
    // The JSON text: numbers of both databases have other texts than those of JavaScript.
    column: () => "text",
    written: (value) => JSON.stringify(value === 0 ? 0 : value),
    json: (column) => column,
    ofText: (given) => (A_NUMBER.test(given.trim()) ? JSON.stringify(Number(given)) : undefined),
    takes: "a number",
  },
  boolean: {
    ...asItIs,
    unset: null,
    input: () => z.boolean({ error: missingOr("must be true or false") }),
    shown: () => z.boolean(),
    column: () => "integer",
    written: (value) => (value === true ? 1 : 0),
    json: (column) => `case ${column} when 1 then 'true' else 'false' end`,
    ofText: (given) => ({ true: 1, false: 0 })[given.trim()],
    takes: "true or false",
  },
  choice: {
    ...asItIs,
    unset: null,
    input: ({ values = [] }) => z.literal([...values], { error: missingOr(`must be one of ${values.join(", ")}`) }) as unknown as z.ZodType,
    shown: ({ values = [] }) => z.literal([...values]) as unknown as z.ZodType,
    column: ({ values = [] }) => (typeof values[0] === "number" ? "integer" : "text"),
    json: (column, { values = [] }) => (typeof values[0] === "number" ? `cast(${column} as text)` : quoted(column)),
    ofText: (given, { values = [] }) => values.find((value) => String(value) === given.trim()),
    takes: "one of its values",
  },
  date: canonicalType(dateOf, "a date", "2026-01-31"),
  timestamp: { ...canonicalType(isoOf, "a time as RFC 3339 writes it", "2026-01-02T03:04:05Z"), shown: () => Timestamp },
  address: canonicalType((given) => parseAddress(given)?.text, "an IP address", "10.0.0.1"),
  cidr: canonicalType(cidrOf, "a subnet", "10.0.0.0/24"),
  mac: canonicalType(macOf, "a MAC address", "02:42:ac:11:00:02"),
  tags: listType(() => Tags),
  texts: listType(({ max = MAX_INTEGER }) => listOf(text(max), MAX_ENTRIES, "Texts")),
  map: {
    ...asItIs,
    unset: {},
    input: () =>
      showsAs(
        z
          .custom<Readonly<Record<string, string>>>(isTexts, { error: missingOr("must be an object of texts") })
          .refine((value) => Object.keys(value).length <= MAX_ENTRIES, { error: `must hold at most ${MAX_ENTRIES} entries` })
          .refine((value) => !JSON.stringify(value).includes(String.raw`\u0000`), { error: "must not contain NUL characters" })
          .meta({ type: "object", additionalProperties: { type: "string" } }),
        () => Texts,
      ),
    shown: () => Texts,
    column: () => "text",
    written: (value) => JSON.stringify(value),
    json: (column) => column,
    ofText: () => undefined,
    takes: "nothing",
  },
  secret: {
    ...asItIs,
    unset: null,
    input: ({ max = MAX_INTEGER }) => text(max).check(refuseEmpty).meta({ minLength: 1, maxLength: max, format: "password" }),
    // A record shows whether it has one.
    shown: () => z.boolean(),
    column: () => "text",
    json: (column) => `case when coalesce(${column}, '') = '' then 'false' else 'true' end`,
    ofText: () => undefined,
    takes: "nothing",
  },
  owner: {
    ...asItIs,
    unset: null,
    input: () => z.string(),
    shown: () => z.string().meta({ description: "Id of the user whom it belongs to; null for the program itself" }),
    column: () => "text",
    json: quoted,
    ofText: (given) => given.trim(),
    takes: "the id of a user",
  },
  reference: {
    ...asItIs,
    unset: null,
    input: ({ to, presence }) => idOf(to, presence === "required"),
    shown: ({ to }) => z.string().meta({ ...refersTo(to ?? "") }),
    column: () => "text",
    json: plain,
    ofText: (given) => given.trim(),
    takes: "the id of a record",
  },
  references: {
    ...listType(({ to }) =>
      z
        .array(idOf(to), { error: missingOr("must be a list of ids") })
        .max(MAX_REFERENCES, { error: `must hold at most ${MAX_REFERENCES} ids` })
        .transform((ids) => [...new Set(ids)].toSorted()),
    ),
    shown: ({ to }) => z.array(z.string().meta({ ...refersTo(to ?? "") })),
    json: plain,
  },
  objects: {
    ...asItIs,
    unset: [],
    input: ({ max = MAX_ENTRIES, fields = [] }) => {
      const members = Object.fromEntries(fields.map((field) => [field.name, inputOf(field)]));
      return z
        .array(z.object(members, { error: missingOr("must be an object") }), { error: missingOr("must be a list of objects") })
        .max(max, { error: `must hold at most ${max} objects` });
    },
    shown: ({ fields = [] }) => z.array(z.object(Object.fromEntries(fields.map((field) => [field.name, shownOf(field)])))),
    column: () => "text",
    written: (value) => JSON.stringify(value),
    json: (column) => column,
    ofText: () => undefined,
    takes: "nothing",
  },
};

function refuseEmpty(context: z.core.ParsePayload<string>): void {
  if (context.value === "") context.issues.push({ code: "custom", input: context.value, message: "is required" });
}

export const typeOf = ({ kind }: FieldFacts): FieldType => FIELD_TYPES[kind];

const withDescription = (schema: z.ZodType, { description }: FieldFacts): z.ZodType =>
  description === undefined ? schema : schema.meta({ ...schema.meta(), description });

/** What is said of a field whatever its values are: bounds of a value do not hold for null. */
const SAID: readonly string[] = ["description", "examples", REFERS_TO];

function saidOf(input: z.ZodType): z.GlobalMeta {
  if (input instanceof z.ZodDefault) return saidOf(input.unwrap() as z.ZodType);
  return Object.fromEntries(Object.entries(input.meta() ?? {}).filter(([keyword]) => SAID.includes(keyword)));
}

/** The schema of a field that is sent: null and absent leave an optional field unset. */
export function inputOf({ facts }: NamedField): z.ZodType {
  if (facts.input !== undefined) return facts.input;
  const type = typeOf(facts);
  const input = withDescription(type.input(facts), facts);
  if (facts.presence === "required") return input;
  const unset = facts.presence === "default" ? facts.default : type.unset;
  const isUnset = (value: unknown): boolean => value === null || (facts.kind === "reference" && value === "");
  const orUnset = showsAs(
    (input.safeParse(null).success ? input : input.nullable()).transform((value) => (isUnset(value) ? unset : value)).meta(saidOf(input)),
    () => shownOf({ name: "", facts }),
  );
  const absent = (orUnset as unknown as z.ZodString).default(unset as string);
  return facts.presence === "default" ? absent.meta({ ...saidOf(input), default: unset }) : absent;
}

/** Whether a record may show null for a field. A secret is shown as true or false. */
export const mayBeNull = (facts: FieldFacts): boolean =>
  facts.presence === "state"
    ? facts.default === null
    : facts.presence === "optional" && facts.kind !== "secret" && typeOf(facts).unset === null;

/** The schema of a field that a record shows. */
export function shownOf({ facts }: NamedField): z.ZodType {
  const type = typeOf(facts);
  const own = type.shown(facts);
  const said = facts.input === undefined ? own : own.meta({ ...own.meta(), ...saidOf(facts.input) });
  const shown = withDescription(said, facts);
  return mayBeNull(facts) ? shown.nullable().meta(saidOf(shown)) : shown;
}
