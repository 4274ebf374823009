import { createHash } from "node:crypto";
import { nameProblem, text } from "../contract/operations/fields.ts";
import type { OwnValue } from "./own-fields.ts";

export const FIELD_TYPES = ["text", "number", "boolean", "date", "choice", "url"] as const;

export type FieldType = (typeof FIELD_TYPES)[number];

/** What of a field says which values it takes. */
export interface FieldShape {
  readonly type: FieldType;
  readonly choices: readonly string[];
}

/** Most characters of a text, and of a URL. */
const MAX_TEXT = 4096;

const Text = text(MAX_TEXT);

const textProblem = (value: unknown): string | undefined => Text.safeParse(value).error?.issues[0]?.message;

const A_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
const A_DATE = /^\d{4}-\d{2}-\d{2}$/;

function isDate(value: string): boolean {
  if (!A_DATE.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** What is wrong with a text as an address of the web, which pages show as a link. */
function urlProblem(value: string): string | undefined {
  if (nameProblem(value) !== undefined) return nameProblem(value);
  if (!/^https?:\/\/[^\s]+$/i.test(value) || !URL.canParse(value)) return "is an invalid URL: it must be absolute, with http or https";
  const { username, password } = new URL(value);
  return username === "" && password === "" ? undefined : "must not contain a user name or password";
}

/** What is wrong with a value that is not null, as the end of a sentence; undefined when it is one of the field. */
export function valueProblem({ type, choices }: FieldShape, value: OwnValue): string | undefined {
  switch (type) {
    case "number":
      if (typeof value !== "number") return "must be a number";
      return Number.isFinite(value) ? undefined : "must be a finite number";
    case "boolean":
      return typeof value === "boolean" ? undefined : "must be true or false";
    case "text":
      return textProblem(value);
    case "date":
      return typeof value === "string" && isDate(value) ? undefined : "must be a date such as 2026-01-31";
    case "choice":
      return typeof value === "string" && choices.includes(value) ? undefined : `must be one of ${choices.join(", ")}`;
    case "url":
      return textProblem(value) ?? urlProblem(value as string);
  }
}

/**
 * The value of a field that a text stands for, in files of texts, in queries, and where a field changes its type; undefined when it stands
 * for none.
 */
export function valueOfText(shape: FieldShape, written: string): OwnValue | undefined {
  const value = parsed(shape.type, written);
  return value !== undefined && valueProblem(shape, value) === undefined ? value : undefined;
}

function parsed(type: FieldType, written: string): OwnValue | undefined {
  const bare = written.trim();
  if (type === "text") return written;
  if (type === "number") return A_NUMBER.test(bare) ? withoutMinusZero(Number(bare)) : undefined;
  if (type !== "boolean") return bare;
  const word = bare.toLowerCase();
  return word === "true" ? true : word === "false" ? false : undefined;
}

const withoutMinusZero = (value: number): number => (value === 0 ? 0 : value);

/** A value as it is kept. */
export function canonical(value: OwnValue): OwnValue {
  return typeof value === "number" ? withoutMinusZero(value) : value;
}

/** Longest text, in bytes, that an index holds as it is. */
const MAX_KEY_BYTES = 256;

/**
 * What equal values of a field have in common, short enough for an index. A long text has its digest, told apart by the first character
 * from a text that looks like one.
 */
export function keyOfValue(value: NonNullable<OwnValue>): string {
  const written = String(value);
  if (Buffer.byteLength(written) <= MAX_KEY_BYTES) return `=${written}`;
  return `#${createHash("sha256").update(written).digest("hex")}`;
}
