import { z } from "zod";
import { REFERS_TO } from "./reference.ts";

/** What a record shows of a field, by the schema of its input: where that takes several forms. */
const shown = new WeakMap<z.ZodType, () => z.ZodType>();

/**
 * Says how a record shows a field whose input has other forms, such as `null` for an empty list.
 *
 * @param input the schema as it stands in the input: what is made of it further has to be said again
 * @example showsAs(z.string().nullable().transform((value) => value ?? ""), () => z.string())
 */
export function showsAs<S extends z.ZodType>(input: S, output: () => z.ZodType<z.output<S>>): S {
  shown.set(input, output);
  return input;
}

/** The fields of a record, by those of its input; some as they are given. */
export type RecordFields<S extends z.ZodRawShape, O = object> = {
  [K in keyof S]: K extends keyof O ? (O[K] extends z.ZodType ? O[K] : never) : z.ZodType<z.output<S[K]>>;
};

/**
 * The fields that a record has from its input, in the same order (that of stored documents) and described alike: a field is written once.
 *
 * @param otherwise those that a record shows otherwise, in their place
 * @throws TypeError when a field has a transform and no output schema ({@link showsAs} declares one)
 * @example z.object({ id: Id, ...recordFields(PoolCreate), created_at: Timestamp })
 */
export function recordFields<S extends z.ZodRawShape, O extends { readonly [K in keyof S]?: z.ZodType } = object>(
  input: z.ZodObject<S>,
  otherwise: O = {} as O,
): RecordFields<S, O> {
  const given: Readonly<Record<string, z.ZodType | undefined>> = otherwise;
  const fields = Object.entries(input.shape).map(([name, field]) => [name, given[name] ?? shownOf(field as z.ZodType, name)] as const);
  return Object.fromEntries(fields) as RecordFields<S, O>;
}

/** What a record says of a field; bounds are those of the input, records may be older. */
const SAID = ["description", "examples", "format", REFERS_TO] as const;

/** What a record shows of a field. @param name of the field, for the error @throws TypeError as {@link recordFields} */
export function shownOf(field: z.ZodType, name: string): z.ZodType {
  const said = shown.get(field);
  if (said !== undefined) return said();
  const bare = bareOf(field, name);
  const meta = field.meta() ?? {};
  const kept = Object.fromEntries(SAID.flatMap((key) => (key in meta ? [[key, meta[key]]] : [])));
  return Object.keys(kept).length === 0 ? bare : bare.meta({ ...bare.meta(), ...kept });
}

/** A field without the checks of its input. */
function bareOf(field: z.ZodType, name: string): z.ZodType {
  if (field instanceof z.ZodDefault) return shownOf(field.unwrap() as z.ZodType, name);
  if (field instanceof z.ZodNullable) return shownOf(field.unwrap() as z.ZodType, name).nullable();
  if (field instanceof z.ZodArray) return z.array(shownOf(field.element as z.ZodType, name));
  if (field instanceof z.ZodString) return z.string();
  if (field instanceof z.ZodNumber) return field.format?.includes("int") === true ? z.int() : z.number();
  if (field instanceof z.ZodBoolean) return z.boolean();
  if (field instanceof z.ZodEnum) return z.enum(field.enum);
  throw new TypeError(`the output schema of ${name} cannot be derived from its input: declare it with showsAs`);
}
