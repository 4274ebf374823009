import { isDeepStrictEqual } from "node:util";
import type { NamedField, RecordKind } from "@cadastre/inventory-core/records";
import type { RecordValues } from "./record-lab.ts";

/** An id that no record has. */
export const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";

/** The natural key of a record. */
export const keyOf = ({ key }: RecordKind, record: RecordValues): RecordValues =>
  Object.fromEntries(key.filter((name) => record[name] !== undefined).map((name) => [name, record[name]]));

/** The values of a record beside its natural key. */
export const withoutKey = ({ key }: RecordKind, record: RecordValues): RecordValues =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !key.includes(name)));

/** Those of some values that many records may share. */
export const bulkValues = ({ title, unique }: RecordKind, values: RecordValues): RecordValues => {
  const own = new Set([title, "tags", ...unique.flatMap(({ fields }) => (fields.length === 1 ? fields : []))]);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !own.has(name)));
};

/** What a list is asked for records with a value; undefined where it cannot be asked. */
export function filterTextOf({ facts }: NamedField, value: unknown): string | undefined {
  if (facts.kind === "map" || value === "") return undefined;
  if (value === null) return "none";
  if (!Array.isArray(value)) return String(value as string | number | boolean);
  const [first] = value as readonly string[];
  return first;
}

/** Whether a value is one that {@link filterTextOf} of another finds. */
export function isHeld({ facts }: NamedField, value: unknown, asked: unknown): boolean {
  if (Array.isArray(value)) return value.includes((asked as readonly unknown[])[0]);
  if (facts.kind === "name") return String(value).toLowerCase().includes(String(asked).toLowerCase());
  if (typeof value === "string" && typeof asked === "string") return value.toLowerCase() === asked.toLowerCase();
  return isDeepStrictEqual(value, asked);
}
