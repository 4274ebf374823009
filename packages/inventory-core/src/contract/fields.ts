import { z } from "zod";

/** Length in characters (code points), as decisions.md §3 counts. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Text that both databases can store: well-formed Unicode without NUL, at most `max` characters. */
export function text(max: number, what = "text"): z.ZodString {
  return z
    .string({ error: `must be a string` })
    .check((context) => {
      const value = context.value;
      let message: string | undefined;
      // Code units are an upper bound of characters, so most texts are never counted.
      if (value.length > max && characters(value) > max) message = `${what} must be at most ${max} characters`;
      else if (value.includes("\u0000")) message = "must not contain NUL characters";
      else if (!value.isWellFormed()) message = "must be well-formed Unicode text";
      if (message !== undefined) context.issues.push({ code: "custom", input: value, message });
    })
    .meta({ maxLength: max });
}

/** Optional text: absent is `""`. */
export function optionalText(max: number, description: string): z.ZodDefault<z.ZodString> {
  return text(max).meta({ maxLength: max, description }).default("");
}

/** 1–255 characters after trimming. */
export const Name = z
  .preprocess(
    (value) => (typeof value === "string" ? value.trim() : value === undefined ? "" : value),
    text(255, "name").refine((value) => value.length > 0, { error: "is required" }),
  )
  .meta({ type: "string", minLength: 1, maxLength: 255, description: "Name, 1–255 characters after trimming", examples: ["rack-a1-sw1"] });

export const Id = z.string().meta({ description: "Identifier (UUID version 7), made by the service", examples: ["0198c0de-7a3b-7c1e-9f00-2b6a51d3c001"] });

/** ISO 8601 UTC with milliseconds. */
export const Timestamp = z
  .string()
  .meta({ format: "date-time", description: "ISO 8601 UTC with milliseconds", examples: ["2026-01-02T03:04:05.678Z"] });

/** Id of another record; `""` and `null` mean none. */
export function optionalReference(what: string) {
  return z
    .preprocess((value) => (value === "" || value === undefined ? null : value), z.string({ error: "must be a string or null" }).nullable())
    .meta({ type: ["string", "null"], description: `Id of the ${what}, null for none` });
}

/** A list in which `null` means empty. */
export function listOf<T extends z.ZodType>(item: T, max: number, description: string) {
  return z
    .preprocess((value) => value ?? [], z.array(item, { error: "must be a list" }).max(max, { error: `must hold at most ${max} entries` }))
    .meta({ description, maxItems: max });
}

/** 1–128 characters. */
export const Tag = text(128, "a tag")
  .refine((value) => value.trim().length > 0, { error: "must not be empty" })
  .meta({ minLength: 1, maxLength: 128, description: "A tag, 1–128 characters" });

/** At most 100 tags; duplicates are folded, order is kept. */
export const Tags = z
  .preprocess(
    (value) => (Array.isArray(value) ? [...new Set(value)] : value ?? []),
    z.array(Tag, { error: "must be a list of strings" }).max(100, { error: "must hold at most 100 tags" }),
  )
  .meta({ description: "Tags; duplicates are folded", maxItems: 100 });

/** Query parameter that may be repeated or comma-separated. */
export const TagFilter = z
  .preprocess(
    (value) =>
      value === undefined
        ? undefined
        : (Array.isArray(value) ? value : [value]).flatMap((part) => String(part).split(",")).map((tag) => tag.trim()).filter((tag) => tag !== ""),
    z.array(z.string()).optional(),
  )
  .meta({ description: "Tags that a record must all carry; repeat the parameter or separate by commas" });

type Patched<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodOptional<S[K] extends z.ZodDefault<infer Inner> ? Inner : S[K]> };

const patches = new WeakSet<z.ZodType>();

/** The partial form of a create schema: no defaults, every key optional (PUT changes only what is sent). */
export function patchOf<S extends z.ZodRawShape>(schema: z.ZodObject<S>): z.ZodObject<Patched<S>> {
  const shape: Record<string, z.ZodType> = {};
  for (const [key, field] of Object.entries(schema.shape)) {
    shape[key] = (field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : (field as z.ZodType)).optional();
  }
  const patch = z.object(shape) as unknown as z.ZodObject<Patched<S>>;
  patches.add(patch);
  return patch;
}

/** True for a schema made by {@link patchOf}: a key that was not sent is not looked at. */
export function isPatch(schema: z.ZodType): boolean {
  return patches.has(schema);
}
