import type { ImportReference } from "@cadastre/inventory-core";
import type { ImportType } from "@cadastre/inventory-core/exchange";
import { addressFields } from "../reading/address-fields.ts";
import type { Column } from "./columns.ts";
import { entriesOf } from "./list-cell.ts";

/** What a cell says, or why it says nothing. */
export type CellValue = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

const wrong = (message: string): CellValue => ({ ok: false, message });
const right = (value: unknown): CellValue => ({ ok: true, value });

/** Fields whose values have no spaces around them that mean something. */
const BARE: ReadonlySet<string> = new Set(["ip", "subnet", "status", "type", "record", "id"]);

/** The value of a cell that is not empty. */
export function cellValue(cell: string, { kind, to, field }: Column): CellValue {
  switch (kind) {
    case "number": {
      const text = cell.trim();
      return /^-?\d{1,15}$/.test(text) ? right(Number(text)) : wrong("must be a whole number");
    }
    case "boolean": {
      const text = cell.trim().toLowerCase();
      return text === "true" || text === "false" ? right(text === "true") : wrong("must be true or false");
    }
    case "list": {
      const entries = entriesOf(cell);
      return entries === undefined ? wrong("starts with [ but is not a JSON array: separate the entries by ;") : right(entries);
    }
    case "addresses":
      return addressesIn(cell);
    case "reference":
      return right(referenceTo(to as ImportType, cell));
    case "scope":
      return right({ name: cell.trim() });
    case "record-id":
      return right({ id: cell.trim() });
    case "own":
      return right(cell);
    default:
      // Only a name may have spaces around it that mean nothing; a description keeps its own.
      return right(BARE.has(field) || field.endsWith("_ip") ? cell.trim() : cell);
  }
}

/** Addresses separated by `;`, or a JSON array of objects as exports have it. */
function addressesIn(cell: string): CellValue {
  const entries = entriesOf(cell);
  if (entries === undefined) return wrong("starts with [ but is not a JSON array: separate the addresses by ;");
  const unknown = new Set<string>();
  const addresses = addressFields(
    entries.map((entry) => (typeof entry === "string" ? { ip: entry } : entry)),
    (_, id) => ({ id }),
    (field) => unknown.add(field),
    true,
  );
  return unknown.size === 0
    ? right(addresses)
    : wrong(`has ${[...unknown].map((field) => JSON.stringify(field.slice(0, 100))).join(", ")}, which are not fields of an address`);
}

/** What clears a field. */
export function clearedValue({ kind }: Column): unknown {
  switch (kind) {
    case "list":
    case "addresses":
      return [];
    case "text":
      return "";
    case "boolean":
      return false;
    default:
      return null;
  }
}

/** A record by its name; a network by its subnet, where the text is one. */
export const referenceTo = (type: ImportType, text: string): ImportReference =>
  type === "network" && /^[\d:.a-f]+\/\d+$/i.test(text.trim()) ? { subnet: text.trim() } : { name: text.trim() };
