import { z } from "zod";
import { objectOf } from "./json-schema.ts";

const maps = new WeakSet<z.ZodType>();

type Value = string | number | boolean;

const isValue = (value: unknown): value is Value => typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/**
 * Query parameters by free names, written with a dot: `?field.owner=ada` is `{ field: { owner: "ada" } }`. In brackets they are taken,
 * too (`?field[owner]=ada`), as clients write them that were generated from the OpenAPI document.
 */
export function mapInQuery(description: string) {
  const map = z
    .custom<Record<string, Value>>()
    .optional()
    .transform((given: unknown, context): Record<string, Value> | undefined => {
      if (given === undefined) return undefined;
      if (typeof given !== "object" || given === null || Array.isArray(given)) {
        context.issues.push({ code: "custom", input: given, message: "must name what it is of, as in field.owner=ada" });
        return z.NEVER;
      }
      // One by one, so that __proto__ is a name like any other.
      for (const [name, value] of Object.entries(given))
        if (!isValue(value)) context.issues.push({ code: "custom", input: value, path: [name], message: "must be given once" });
      return given as Record<string, Value>;
    })
    .meta({ type: "object", additionalProperties: { anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }] }, description });
  maps.add(map);
  return map;
}

/** Whether a parameter is one of {@link mapInQuery}. */
export function isQueryMap(schema: z.ZodType): boolean {
  return maps.has(schema);
}

const NAMED = /^([a-z_]+)(?:\.(.+)|\[(.+)\])$/s;

/** A query with its maps put together, as the schema has them. */
export function withQueryMaps(schema: z.ZodType, raw: unknown): unknown {
  const shape = objectOf(schema)?.shape as Readonly<Record<string, z.ZodType>> | undefined;
  if (shape === undefined || typeof raw !== "object" || raw === null || !Object.values(shape).some(isQueryMap)) return raw;
  const query: [string, unknown][] = [];
  const found = new Map<string, [string, unknown][]>();
  const entriesOf = (parameter: string): [string, unknown][] => {
    const entries = found.get(parameter) ?? [];
    found.set(parameter, entries);
    return entries;
  };
  for (const [key, value] of Object.entries(raw)) {
    const [, parameter = "", dotted, bracketed] = NAMED.exec(key) ?? [];
    const map = Object.hasOwn(shape, parameter) ? shape[parameter] : undefined;
    if (map === undefined || !isQueryMap(map)) query.push([key, value]);
    else entriesOf(parameter).push([dotted ?? bracketed ?? "", value]);
  }
  return Object.fromEntries([...query, ...[...found].map(([parameter, entries]) => [parameter, Object.fromEntries(entries)] as const)]);
}

/** Whether a schema of a query has a parameter of this name. */
export function hasQueryParameter(schema: z.ZodType | undefined, name: string): boolean {
  const shape = (objectOf(schema)?.shape ?? {}) as Readonly<Record<string, z.ZodType>>;
  if (Object.hasOwn(shape, name)) return true;
  const [, parameter = ""] = NAMED.exec(name) ?? [];
  return Object.hasOwn(shape, parameter) && isQueryMap(shape[parameter] as z.ZodType);
}
