import type { Client } from "@cadastre/client";
import type { ManifestType, ManifestField } from "@cadastre/client/manifest";
import { typeOf } from "../commands/operations.ts";
import type { Values } from "./record-file.ts";
import { kindOfField } from "./name-ways.ts";
import { idOf } from "./record-names.ts";

/**
 * Values with ids where names were given, in the fields that the service declares to be ids of records, nested ones too. What
 * is an id costs no request, and a name that comes again none either.
 * @throws CommandFailure for a name that nothing has, or several
 */
export async function withIds(values: Values, fields: readonly ManifestField[], client: Client): Promise<Values> {
  const known = new Map<string, Promise<string>>();
  const find = async (text: string, kind: string): Promise<string> => {
    const key = `${kind} ${text}`;
    const found = known.get(key) ?? idOf(text, kind, client);
    known.set(key, found);
    return await found;
  };
  return await ofFields(values, fields, find);
}

type Find = (text: string, kind: string) => Promise<string>;

async function ofFields(values: Values, fields: readonly ManifestField[], find: Find): Promise<Values> {
  const changed: Record<string, unknown> = { ...values };
  for (const field of fields) {
    const { name, type } = field;
    const isNone = values[name] === "none" && field.in === "query" && field.examples?.includes("none") === true;
    if (values[name] !== undefined && !isNone) changed[name] = await ofValue(values[name], type, kindOfField(field), find);
  }
  return changed;
}

async function ofValue(value: unknown, declared: ManifestType, kind: string | undefined, find: Find): Promise<unknown> {
  if (typeof value === "string") return kind === undefined || value === "" ? value : await find(value, kind);
  if (typeof value !== "object" || value === null) return value;
  const type = typeOf(declared);
  if (type.kind === "array" && Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await ofValue(item, type.items, kind, find));
    return items;
  }
  return type.kind === "object" && !Array.isArray(value) ? await ofFields(value as Values, type.fields, find) : value;
}
