import { z } from "zod";

/** A JSON Schema (draft 2020-12) as data. */
export type JsonSchema = { [key: string]: unknown };

type Direction = "input" | "output";

/** Turns zod schemas of operations into JSON Schemas; those with an id become shared components, under `#/components/schemas/`. */
export class SchemaBook {
  /** Schemas with an id, by their names. */
  readonly components: Record<string, JsonSchema> = {};

  /** The schema of what a caller sends. */
  input(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, "input");
  }

  /** The schema of what the service answers: every field required, no other allowed. */
  output(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, "output");
  }

  #convert(schema: z.ZodType, io: Direction): JsonSchema {
    // As the item of a list, a schema with an id becomes a reference like any other.
    const { $defs: found = {}, items } = z.toJSONSchema(z.array(schema), {
      io,
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        if (io === "input" && zodSchema instanceof z.ZodObject) onlyTrulyRequired(zodSchema, jsonSchema);
        // zod leaves out the default of a schema with a transform.
        const fallback = zodSchema instanceof z.ZodDefault ? z.globalRegistry.get(zodSchema)?.["default"] : undefined;
        if (io === "input" && fallback !== undefined) jsonSchema["default"] = fallback;
      },
    }) as { $defs?: Record<string, JsonSchema>; items: JsonSchema };
    // Older versions of zod leave the name of a component in its schema, where JSON Schema has no such keyword.
    const $defs = Object.fromEntries(Object.entries(found).map(([name, { id: _, ...definition }]) => [name, definition]));
    const names = this.#namesFor($defs, io);
    for (const [id, definition] of Object.entries($defs))
      this.components[names.get(id) as string] = renamed(definition, names) as JsonSchema;
    return renamed(items, names) as JsonSchema;
  }

  /**
   * One name for one schema: where what is sent differs from what is answered, itself or in what it refers to, the former is
   * called `…Input`; what is only sent is called so, too.
   */
  #namesFor(definitions: Readonly<Record<string, JsonSchema>>, io: Direction): ReadonlyMap<string, string> {
    const names = new Map(Object.keys(definitions).map((id) => [id, id.replaceAll(/[^A-Za-z0-9._-]/g, "_")]));
    if (io === "output") return names;
    const sames = new Map(names);
    for (let before = -1; before !== sames.size;) {
      before = sames.size;
      for (const [id, name] of sames) {
        const known = this.components[name];
        if (known !== undefined && JSON.stringify(known) === JSON.stringify(renamed(definitions[id], names))) continue;
        sames.delete(id);
        if (!name.endsWith("Input")) names.set(id, `${name}Input`);
      }
    }
    return names;
  }
}

/** The object schema of a query, beneath preprocessors and refinements; undefined when there is none. */
export function objectOf(schema: z.ZodType | undefined): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodPipe) return objectOf(schema.out as z.ZodType) ?? objectOf(schema.in as z.ZodType);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return objectOf(schema.unwrap() as z.ZodType);
  return undefined;
}

/** zod asks for every field whose schema is a preprocessor, though many of them take a field that is absent. */
function onlyTrulyRequired(schema: z.ZodObject, json: JsonSchema): void {
  const required = Object.entries(schema.shape)
    .filter(([, field]) => !(field as z.ZodType).safeParse(undefined).success)
    .map(([name]) => name);
  if (required.length > 0) json["required"] = required;
  else delete json["required"];
}

/** References of zod (`#/$defs/…`) as references to components. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((entry) => renamed(entry, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      if (key !== "$ref" || typeof entry !== "string") return [key, renamed(entry, names)];
      const id = entry
        .replace(/^#\/\$defs\//, "")
        .replaceAll("~1", "/")
        .replaceAll("~0", "~");
      return [key, `#/components/schemas/${names.get(id) ?? id}`];
    }),
  );
}
