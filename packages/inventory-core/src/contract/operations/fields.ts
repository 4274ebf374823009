import { z } from "zod";
import { showsAs, shownOf } from "./record-fields.ts";
import { refersTo } from "./reference.ts";

/** Length in characters (code points), as fields count it (docs/spec/fields.md#lengths). */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** What keeps a text from being stored as it is, or undefined when nothing does. */
function textProblem(value: string, max: number, what: string): string | undefined {
  // Code units are an upper bound of characters, so most texts are never counted.
  if (value.length > max && characters(value) > max) return `${what} must be at most ${max} characters`;
  if (value.includes("\u0000")) return "must not contain NUL characters";
  if (!value.isWellFormed()) return "must be well-formed Unicode text";
  return undefined;
}

/**
 * Control characters (C0, DEL, C1), line and paragraph separators, and what overrides the direction of the text around it
 * (UAX #9: embeddings, overrides, isolates): a name that holds them may look like another one, or break a line of a log.
 */
const NOT_IN_NAMES = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** What keeps a text from being a name, or undefined when nothing does. */
export function nameProblem(value: string): string | undefined {
  return NOT_IN_NAMES.test(value) ? "must not contain control characters, line breaks or bidirectional overrides" : undefined;
}

/** Text that both databases can store: well-formed Unicode without NUL, at most `max` characters. */
export function text(max: number, what = "text"): z.ZodString {
  return z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
    .check((context) => {
      const message = textProblem(context.value, max, what);
      if (message !== undefined) context.issues.push({ code: "custom", input: context.value, message });
    })
    .meta({ maxLength: max });
}

/** A text that may be left out: absent and `null` are `""`, and records show `""`. */
export function orNone(schema: z.ZodString, meta: z.GlobalMeta) {
  return showsAs(
    schema
      .nullable()
      .transform((value) => value ?? "")
      .meta(meta),
    () => z.string().meta(meta),
  ).default("");
}

/** A text that changes nothing when it is absent, such as a secret that is kept; `null` is `""`. */
export function textIfSent(schema: z.ZodString, meta: z.GlobalMeta) {
  return schema
    .nullable()
    .transform((value) => value ?? "")
    .optional()
    .meta(meta);
}

/** Control characters (C0, DEL, C1) other than tabs and line breaks: terminals execute them. */
const CONTROLS = /(?![\t\n\r])\p{Cc}/u;

/** Refuses control characters other than tabs and line breaks. */
export function withoutControls(schema: z.ZodString): z.ZodString {
  return schema.check(({ value, issues }) => {
    if (CONTROLS.test(value))
      issues.push({ code: "custom", input: value, message: "must not contain control characters other than tabs and line breaks" });
  });
}

/** Optional text without control characters: absent and `null` are `""`. */
export function optionalText(max: number, description: string) {
  return orNone(withoutControls(text(max)).meta({ maxLength: max }), { description });
}

/** Refuses what {@link nameProblem} names, of a text that is a name. */
export function asName(schema: z.ZodString): z.ZodString {
  return schema.check((context) => {
    const message = nameProblem(context.value);
    if (message !== undefined) context.issues.push({ code: "custom", input: context.value, message });
  });
}

/** A name that may be left out: absent and `null` are `""`. */
export function optionalName(max: number, description: string) {
  return orNone(asName(text(max)).meta({ maxLength: max }), { description });
}

/** 1–255 characters after trimming. */
export const Name = showsAs(
  z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
    .trim()
    .check((context) => {
      const message = context.value === "" ? "is required" : (textProblem(context.value, 255, "name") ?? nameProblem(context.value));
      if (message !== undefined) context.issues.push({ code: "custom", input: context.value, message });
    })
    .meta({ minLength: 1, maxLength: 255, description: "Name, 1–255 characters after trimming", examples: ["rack-a1-sw1"] }),
  () => z.string().meta({ description: "Name", examples: ["rack-a1-sw1"] }),
);

/** Schema of an identifier (UUID version 7) that the service makes. */
export const Id = z
  .string()
  .meta({ description: "Identifier (UUID version 7), made by the service", examples: ["0198c0de-7a3b-7c1e-9f00-2b6a51d3c001"] });

/** ISO 8601 UTC with milliseconds. */
export const Timestamp = z
  .string()
  .meta({ format: "date-time", description: "ISO 8601 UTC with milliseconds", examples: ["2026-01-02T03:04:05.678Z"] });

/** A TCP or UDP port. */
export const Port = z
  .int({ error: "must be a whole number" })
  .min(1, { error: "must be a port between 1 and 65535" })
  .max(65_535, { error: "must be a port between 1 and 65535" })
  .meta({ description: "Port number, 1–65535" });

const reference = () =>
  z
    .string({ error: "must be a string or null" })
    // PostgreSQL refuses such a text even to compare with.
    .refine((value) => !value.includes("\u0000"), { error: "must not contain NUL characters" });

/** Id of another record; `""` and `null` mean none. @param kind of record, such as `network` @param what it is, for the description */
export function optionalReference(kind: string, what = kind) {
  const meta = { description: `Id of the ${what}, null for none`, ...refersTo(kind) };
  return showsAs(
    reference()
      .nullable()
      .optional()
      .transform((value) => (value === "" || value === undefined ? null : value))
      .meta(meta),
    () => z.string().nullable().meta(meta),
  );
}

/** {@link optionalReference} of a record that takes it from another one unless it is given: absent stays absent. */
export function inheritedReference(kind: string, what: string) {
  return reference()
    .transform((value) => (value === "" ? null : value))
    .nullable()
    .optional()
    .meta({ description: `Id of the ${what}, null for none`, ...refersTo(kind) });
}

/** A list in which `null` means empty. */
export function listOf<T extends z.ZodType>(item: T, max: number, description: string) {
  return showsAs(
    z
      .array(item, { error: "must be a list" })
      .max(max, { error: `must hold at most ${max} entries` })
      .nullable()
      .optional()
      .transform((value) => value ?? [])
      .meta({ description }),
    () => z.array(shownOf(item, description) as z.ZodType<z.output<T>>).meta({ description }),
  );
}

/** A whole number of a body, in bounds; `0` and `null` mean none. @param what it is, for the description */
export function optionalNumber(max: number, what: string) {
  const between = `must be between 1 and ${max}`;
  return showsAs(
    z
      .number({ error: "must be a number or null" })
      .int({ error: "must be a whole number" })
      .min(0, { error: between })
      .max(max, { error: between })
      .nullable()
      .optional()
      .transform((value) => (value === 0 || value === undefined ? null : value))
      .meta({ description: `${what}, 1–${max}; 0 and null mean none` }),
    () =>
      z
        .int()
        .nullable()
        .meta({ description: `${what}, null for none` }),
  );
}

/** A whole number of a query, in bounds; absent and empty mean undefined. */
export function queryNumber(min: number, max: number, description: string): z.ZodOptional<z.ZodType<number, number>> {
  const wrong = `must be a whole number between ${min} and ${max}`;
  const whole = z
    .number({ error: ({ input }) => (Array.isArray(input) ? "must be given once" : wrong) })
    .int({ error: wrong, abort: true })
    .min(min, { error: wrong })
    .max(max, { error: wrong });
  // Text is how a query writes it; for who calls, and in the document, it is a number.
  return z.preprocess(numberOf, whole.optional()).optional().meta({ description }) as unknown as z.ZodOptional<z.ZodType<number, number>>;
}

function numberOf(value: unknown): unknown {
  if (value === "") return undefined;
  return typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}

/** A query parameter that is true or false; absent means undefined. */
export const queryFlag = (description: string) =>
  z
    .enum(["true", "false"], { error: "must be true or false" })
    .optional()
    .transform((value) => (value === undefined ? undefined : value === "true"))
    .meta({ description });

const RFC_3339 = "must be a time as RFC 3339 writes it, such as 2026-01-02T03:04:05Z";

/** A time of a query, as ISO 8601 UTC with milliseconds; absent and empty mean undefined. */
export function queryTime(description: string) {
  return z
    .union([z.literal(""), z.iso.datetime({ offset: true, error: RFC_3339 })], { error: RFC_3339 })
    .optional()
    .transform((value) => (value === undefined || value === "" ? undefined : new Date(value).toISOString()))
    .meta({ description });
}

/** 1–128 characters, none of them a comma, which separates tags in filters. Records may hold older tags with one. */
export const Tag = withoutControls(text(128, "a tag"))
  .refine((value) => value.trim().length > 0, { error: "must not be empty" })
  .refine((value) => !value.includes(","), { error: "must not contain a comma: commas separate tags" })
  .meta({ minLength: 1, maxLength: 128, pattern: "^[^,]*$", description: "A tag, 1–128 characters without commas" });

/** Most tags of a record. */
export const MAX_TAGS = 100;

/** At most 100 tags; duplicates are folded, order is kept. */
export const Tags = showsAs(
  z
    .array(Tag, { error: "must be a list of strings" })
    .nullable()
    .optional()
    .transform((value, context) => {
      const tags = [...new Set(value)];
      if (tags.length <= MAX_TAGS) return tags;
      context.issues.push({ code: "custom", input: value, message: `must hold at most ${MAX_TAGS} tags` });
      return z.NEVER;
    })
    .meta({ description: "Tags, at most 100; duplicates are folded" }),
  () => z.array(z.string()).meta({ description: "Tags" }),
);

/** The values of a query parameter that may be repeated or comma-separated. */
const splitValues = (value: string | readonly string[]): string[] =>
  [value]
    .flat()
    .flatMap((part) => part.split(","))
    .map((part) => part.trim())
    .filter((part) => part !== "");

/**
 * Query parameter that may be repeated or comma-separated.
 * @param most values that a record can have, for filters by all of some values: a longer list is cut to one value more, which no record
 * has either
 */
export function listInQuery(description: string, most = Infinity) {
  return z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((value) => (value === undefined ? undefined : splitValues(value)))
    .transform((values) => (values === undefined || values.length <= most ? values : [...new Set(values)].slice(0, most + 1)))
    .meta({ description });
}

/** Query parameter that holds one or more of some values, repeated or comma-separated. */
export function choicesInQuery<const Value extends string>(values: readonly Value[], description: string) {
  const choice = { type: "string" as const, enum: [...values] };
  const isText = (value: unknown): value is string => typeof value === "string";
  return z
    .custom<Value | Value[]>()
    .optional()
    .transform((given: unknown, context): Value[] | undefined => {
      if (given === undefined) return undefined;
      const texts = [given].flat();
      const chosen = texts.every(isText) ? splitValues(texts) : [];
      const isValue = (text: string): text is Value => (values as readonly string[]).includes(text);
      if (chosen.length > 0 && chosen.every(isValue)) return [...new Set(chosen)];
      context.issues.push({ code: "custom", input: given, message: `must be one or more of ${values.join(", ")}` });
      return z.NEVER;
    })
    .meta({ anyOf: [choice, { type: "array", items: choice }], description });
}

/** Schema of tags in a query: repeated, or separated by commas. */
export const TagFilter = listInQuery("Tags that a record must all carry; repeat the parameter or separate by commas", MAX_TAGS);

type Patched<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodOptional<S[K] extends z.ZodDefault<infer Inner> ? Inner : S[K]> };

const patches = new WeakSet<z.ZodType>();

/**
 * The partial form of a create schema: no defaults, every key optional (PUT changes only what is sent).
 * @param meta of the new schema: `meta` of zod would make another one, which is no patch
 */
export function patchOf<S extends z.ZodRawShape>(schema: z.ZodObject<S>, meta?: z.GlobalMeta): z.ZodObject<Patched<S>> {
  const shape: Record<string, z.ZodType> = {};
  for (const [key, field] of Object.entries(schema.shape)) {
    shape[key] = (field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : (field as z.ZodType)).optional();
  }
  const plain = z.object(shape);
  const patch = (meta === undefined ? plain : plain.meta(meta)) as unknown as z.ZodObject<Patched<S>>;
  patches.add(patch);
  return patch;
}

/** True for a schema made by {@link patchOf}: a key that was not sent is not looked at. */
export function isPatch(schema: z.ZodType): boolean {
  return patches.has(schema);
}

/** The patch that a field of a body holds; undefined for any other field. */
export function patchIn(field: z.ZodType): z.ZodObject | undefined {
  const inner = field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field;
  return isPatch(inner) ? (inner as z.ZodObject) : undefined;
}
