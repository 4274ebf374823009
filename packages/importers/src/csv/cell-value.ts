import { type ImportReference, isRecordId } from "@cadastre/inventory-core";
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
export function cellValue(cell: string, column: Column): CellValue {
  const { kind, field } = column;
  switch (kind) {
    case "number": {
      const number = Number(cell.trim());
      return Number.isFinite(number) ? right(number) : wrong("must be a number");
    }
    case "map":
      return mapIn(cell);
    case "integer": {
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
      return referencesIn(cell, column, (text) => namedOrId(text, column));
    case "scope":
      return right({ name: cell.trim() });
    case "record-id":
      return referencesIn(cell, column, (text) => ({ id: text.trim() }));
    case "vlan":
      return column.to === undefined && !isNumber(cell.trim()) ? wrong("must be a whole number") : right(vlanIn(cell.trim()));
    case "own":
      return right(cell);
    default:
      // Only a name may have spaces around it that mean nothing; a description keeps its own.
      return right(BARE.has(field) || field.endsWith("_ip") ? cell.trim() : cell);
  }
}

/** The reference of a cell, or its list of them. */
function referencesIn(cell: string, { isList }: Column, refer: (text: string) => ImportReference): CellValue {
  if (isList !== true) return right(refer(cell));
  const entries = entriesOf(cell);
  if (entries === undefined) return wrong("starts with [ but is not a JSON array: separate the records by ;");
  return right(entries.map((entry) => (typeof entry === "string" ? refer(entry) : entry)));
}

function namedOrId(text: string, { to = "", isDeclared }: Column): ImportReference {
  return isDeclared === true && isRecordId(text.trim()) ? { id: text.trim() } : referenceTo(to, text);
}

const isNumber = (text: string): boolean => /^\d{1,15}$/.test(text);

/** The number of a VLAN, or the VLAN: by its id, in its group, or by its name alone. */
function vlanIn(text: string): number | ImportReference {
  if (isNumber(text)) return Number(text);
  if (isRecordId(text)) return { id: text };
  const [group, name] = [text.slice(0, Math.max(0, text.lastIndexOf("/"))).trim(), text.slice(text.lastIndexOf("/") + 1).trim()];
  return group === "" ? { name: text } : { name, within: { name: group } };
}

/** A JSON object. */
function mapIn(cell: string): CellValue {
  try {
    const value: unknown = JSON.parse(cell);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? right(value) : wrong("must be a JSON object");
  } catch {
    return wrong("must be a JSON object");
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
export function clearedValue({ kind, isDeclared }: Column): unknown {
  if (isDeclared === true) return null;
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
export const referenceTo = (type: string, text: string): ImportReference =>
  type === "network" && /^[\d:.a-f]+\/\d+$/i.test(text.trim()) ? { subnet: text.trim() } : { name: text.trim() };
