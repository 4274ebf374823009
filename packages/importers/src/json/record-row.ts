import { isRecordId } from "@cadastre/inventory-core";
import type { ImportPlace, ImportTypes } from "@cadastre/inventory-core/exchange";
import type { ImportItem } from "../import-format.ts";
import { addressFields, isObject, referenceOf, type ReferTo, textId } from "../reading/address-fields.ts";
import { readOnlyFields, valueFields } from "../reading/import-fields.ts";
import type { LeftOut } from "../reading/left-out.ts";

/** How ids of a source become references. */
export interface Identity {
  /** The `ref` of the record itself, by its id. */
  own(type: string, id: string): string;
  /** Whether ids of the source become those of the records, where they have the form of ours. */
  readonly keepsIds: boolean;
  /** The id of another record. */
  readonly other: ReferTo;
  /** The types of records that there are. */
  readonly types: ImportTypes;
}

/** In characters: longer ones are no ids. */
const MAX_ID = 255;

/**
 * A record with the inventory's own names as a row. Fields that the inventory has no place for are counted as left out; whether
 * the values are right is the importer's to say.
 */
export function recordRow(type: string, record: unknown, at: ImportPlace, identity: Identity, leftOut: LeftOut): ImportItem {
  if (!isObject(record)) return { at, type, severity: "error", message: "must be an object with the fields of the record" };
  const set: Record<string, unknown> = {};
  const id = textId(record["id"]);
  if (id !== undefined && id.length > MAX_ID)
    return { at, type, field: "id", severity: "error", message: `must be at most ${MAX_ID} characters` };
  const ref = id === undefined ? undefined : identity.own(type, id);
  if (id !== undefined && identity.keepsIds && isRecordId(id)) set["id"] = id;
  const references = new Map(Object.entries(identity.types.referencesOf(type)).map(([name, own]) => [own.field, { ...own, name }]));
  const values = valueFields(identity.types, type);
  const others = new Set(["id", ...readOnlyFields(type)]);
  for (const [field, value] of Object.entries(record)) {
    const reference = references.get(field);
    if (others.has(field)) continue;
    if (reference?.isList === true && Array.isArray(value))
      set[reference.name] = value.map((entry: unknown) => referenceOf(reference.to, entry, identity.other));
    else if (reference !== undefined) set[reference.name] = referenceOf(reference.to, value, identity.other);
    else if (type === "device" && field === "addresses")
      set[field] = addressFields(
        value,
        identity.other,
        (unknown, entry) => tellUnknown("addresses", unknown, entry, at, leftOut),
        identity.keepsIds,
      );
    else if (values.has(field)) set[field] = value;
    else tellUnknown(`${type}s`, field, value, at, leftOut);
  }
  return { at, type, ...(ref === undefined ? {} : { ref }), set };
}

function tellUnknown(of: string, field: string, value: unknown, at: ImportPlace, leftOut: LeftOut): void {
  if (value === null || value === "") return;
  const name = JSON.stringify(field.slice(0, 100));
  leftOut.add(
    `${of} ${field}`,
    (count) =>
      `the field ${name} of ${of} is ignored: the inventory has no such field ` +
      `(${count === 1 ? "1 record has" : `${count} records have`} it)`,
    at,
  );
}
