import { ADDRESS_REFERENCES, IMPORT_ADDRESS_FIELDS, type ImportTypes } from "@cadastre/inventory-core/exchange";
import { z } from "zod";

/** What a field of a row takes. */
export type FieldKind = "text" | "integer" | "number" | "boolean" | "list" | "map";

/** Fields of a type that hold a value, and not another record; read off the schemas that create the resource. */
export const valueFields = (types: ImportTypes, type: string): ReadonlyMap<string, FieldKind> =>
  valuesAmong(types.fieldsOf(type), types.referencesOf(type));

/** Fields of a type that the inventory writes itself, and that are in its exports. */
export const readOnlyFields = (type: string): readonly string[] => [...TIMES, ...(type === "network" ? ["parent_id"] : [])];

const TIMES = ["created_at", "updated_at"];

/** What {@link valueFields} tells, of an address of a device. */
export const addressValueFields = (): ReadonlyMap<string, FieldKind> => ADDRESS_VALUE_FIELDS;

const ADDRESS_VALUE_FIELDS = valuesAmong(IMPORT_ADDRESS_FIELDS, { ...ADDRESS_REFERENCES, id: undefined });

function valuesAmong(
  fields: Readonly<Record<string, z.ZodType>>,
  without: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, FieldKind> {
  return new Map(
    Object.entries(fields)
      .filter(([name]) => !(name in without))
      .map(([name, schema]) => [name, kindOf(schema)]),
  );
}

interface Shape {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Shape[];
}

function kindOf(schema: z.ZodType): FieldKind {
  const types = typesOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape);
  if (types.includes("array")) return "list";
  if (types.includes("object")) return "map";
  if (types.includes("boolean")) return "boolean";
  if (types.includes("integer")) return "integer";
  return types.includes("number") ? "number" : "text";
}

function typesOf({ type, anyOf = [] }: Shape): readonly (string | undefined)[] {
  return [...[type].flat(), ...anyOf.flatMap(typesOf)];
}
