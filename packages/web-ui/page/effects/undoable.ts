import type { ChangesUndoInput } from "@cadastre/client";
import { kindOf } from "../queries/kinds.ts";
import { inSentence } from "../texts/words.ts";

/** A record of a change that can be taken back by itself. */
export type UndoableRecord = NonNullable<ChangesUndoInput["record"]> & { readonly name: string };

/** Types of records, as sentences name them. */
const TYPE_WORDS: Readonly<Record<UndoableRecord["type"], string>> = {
  allocation: "allocation",
  conflict: "conflict",
  datacenter: "datacenter",
  device: "device",
  discovery_rule: "scan rule",
  field: "custom field",
  network: "network",
  pool: "pool",
  relationship: "relationship",
  space: "space",
};

/** Types of other records whose words are written in another way than their names. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  apikey: "API key",
  "oauth-client": "OAuth client",
  "oauth-grant": "OAuth grant",
  snmp_device: "SNMP device",
};

/** A type of any record, as sentences name it. */
export function typeWord(type: string): string {
  if (Object.hasOwn(TYPE_WORDS, type)) return TYPE_WORDS[type] ?? type;
  const label = kindOf(type)?.label;
  return label === undefined ? (OTHER_WORDS[type] ?? type.replaceAll("_", " ")) : inSentence(label);
}

/** The record as one that can be taken back; undefined for other types. */
export function undoable(record: { readonly type: string; readonly id: string; readonly name: string }): UndoableRecord | undefined {
  return Object.hasOwn(TYPE_WORDS, record.type) || kindOf(record.type) !== undefined ? (record as UndoableRecord) : undefined;
}

const DOMAINS: Readonly<Partial<Record<UndoableRecord["type"], string>>> = { discovery_rule: "discovery" };

/** The permission that an effect on a record needs. */
export const permissionFor = (type: UndoableRecord["type"], action: "create" | "update" | "delete"): string =>
  `${DOMAINS[type] ?? type.replaceAll("_", "-")}:${action}`;
