import { type ImportReference, isRecordId } from "@cadastre/inventory-core";
import { ADDRESS_REFERENCES } from "@cadastre/inventory-core/exchange";
import { addressValueFields } from "./import-fields.ts";

/** How ids of other records become references. */
export type ReferTo = (type: string, id: string) => ImportReference;

/**
 * Addresses as the inventory's own exports have them, as those of a row: ids of networks and pools become references. Their own ids
 * stay where they are those of an inventory. What is no list or no object stays, for the
 * importer to refuse.
 * @param unknown is told of fields that an address does not have
 * @param keepsIds false for the ids of another system
 */
export function addressFields(
  value: unknown,
  refer: ReferTo,
  unknown: (field: string, value: unknown) => void,
  keepsIds: boolean,
): unknown {
  if (!Array.isArray(value)) return value;
  const values = addressValueFields();
  return value.map((address: unknown) => {
    if (!isObject(address)) return address;
    const fields: Record<string, unknown> = {};
    for (const [field, entry] of Object.entries(address)) {
      const reference = REFERENCES.get(field);
      if (reference !== undefined) fields[reference.name] = referenceOf(reference.to, entry, refer);
      else if (values.has(field)) fields[field] = entry;
      else if (field !== "id") unknown(field, entry);
      else if (keepsIds && typeof entry === "string" && isRecordId(entry)) fields[field] = entry;
    }
    return fields;
  });
}

const REFERENCES = new Map(Object.entries(ADDRESS_REFERENCES).map(([name, { field, to }]) => [field, { name, to }]));

/** The record that an id stands for. Some write an empty text where there is none; what is no id stays, for the importer to refuse. */
export function referenceOf(to: string, value: unknown, refer: ReferTo): unknown {
  const id = textId(value);
  if (id !== undefined) return refer(to, id);
  return value === "" || value === undefined ? null : value;
}

/** An id as a text: some number their records. */
export const textId = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
