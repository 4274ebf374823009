import {
  ADDRESS_REFERENCES,
  IMPORT_ADDRESS_FIELDS,
  IMPORT_FIELDS,
  type ImportType,
  REFERENCE_FIELDS,
} from "@cadastre/inventory-core/exchange";
import { z } from "zod";

/** What a field of a row takes. */
export type FieldKind = "text" | "number" | "boolean" | "list" | "map";

/** Fields of a type that hold a value, and not another record; read off the schemas that create the resource. */
export const valueFields = (type: ImportType): ReadonlyMap<string, FieldKind> => VALUE_FIELDS[type];

/** Fields of a type that the inventory writes itself, and that are in its exports. */
export const readOnlyFields = (type: ImportType): readonly string[] => [...TIMES, ...(type === "network" ? ["parent_id"] : [])];

const TIMES = ["created_at", "updated_at"];

/** What {@link valueFields} tells, of an address of a device. */
export const addressValueFields = (): ReadonlyMap<string, FieldKind> => ADDRESS_VALUE_FIELDS;

const VALUE_FIELDS = Object.fromEntries(
  Object.entries(IMPORT_FIELDS).map(([type, fields]) => [type, valuesAmong(fields, REFERENCE_FIELDS[type as ImportType])]),
) as Readonly<Record<ImportType, ReadonlyMap<string, FieldKind>>>;

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
  readonly type?: string;
  readonly anyOf?: readonly Shape[];
}

function kindOf(schema: z.ZodType): FieldKind {
  const types = typesOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape);
  if (types.includes("array")) return "list";
  if (types.includes("object")) return "map";
  if (types.includes("boolean")) return "boolean";
  return types.includes("integer") || types.includes("number") ? "number" : "text";
}

function typesOf({ type, anyOf = [] }: Shape): readonly (string | undefined)[] {
  return [type, ...anyOf.flatMap(typesOf)];
}
