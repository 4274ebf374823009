import type { Queries } from "../contract/storage/storage.ts";
import type { Completion, DocumentCompletion } from "../storage/document-completion.ts";
import { type DocumentFields } from "../storage/document-type.ts";
import { definitionsOf } from "./definitions.ts";
import type { FieldRecord, OwnFields } from "./own-fields.ts";
import { loadOwnFields } from "./stored-values.ts";

/** The beginning of the own fields in a document. A text cannot hold it: its quotes are written otherwise there. */
const MEMBER = ',"fields":{';

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const CLOSED = 125;

/**
 * How documents of a kind of record are completed when they are read: with the fields that are defined then, in their order. A document
 * holds those that there were when it was written, so that defining and deleting fields rewrites none.
 */
export function ownDocuments(record: FieldRecord): DocumentCompletion {
  return {
    // Where no field is defined, as mostly, nothing is sorted.
    sql:
      `case when exists (select 1 from field where record = '${record}') ` +
      `then (select string_agg(name, ',' order by position, name) from field where record = '${record}') end`,
    of: (names) => completionOf(names?.split(",") ?? []),
    read: async (queries) => completionOf((await definitionsOf(queries, record)).map(({ name }) => name)),
  };
}

/** No field is defined: those of a document that still has some are gone. */
const withNone: Completion = (text) => {
  const at = text.lastIndexOf(MEMBER);
  if (at === -1) return text;
  const from = at + MEMBER.length - 1;
  if (text.charCodeAt(from + 1) === CLOSED) return text;
  return spliced(text, from, "{}");
};

/** @param names of the fields that are defined, in their order */
function completionOf(names: readonly string[]): Completion {
  if (names.length === 0) return withNone;
  const heads = names.map((name, index) => `${index === 0 ? "{" : ","}"${name}":`);
  const nothing = `${heads.map((head) => `${head}null`).join("")}}`;
  return (text) => {
    const at = text.lastIndexOf(MEMBER);
    if (at === -1) return text;
    const from = at + MEMBER.length - 1;
    if (text.charCodeAt(from + 1) === CLOSED) return `${text.slice(0, from)}${nothing}${text.slice(from + 2)}`;
    if (hasAll(text, from, heads)) return text;
    const held = fieldsIn(text, from);
    if (held === undefined) return text;
    const fields = names.map((name, index) => heads[index] + JSON.stringify(Object.hasOwn(held, name) ? held[name] : null));
    return spliced(text, from, `${fields.join("")}}`);
  };
}

/** Whether the fields of a document are those of these heads, in their order: then it is sent as it is. */
function hasAll(text: string, from: number, heads: readonly string[]): boolean {
  let at = from;
  for (const head of heads) {
    if (!text.startsWith(head, at)) return false;
    at = endOfValue(text, at + head.length);
  }
  return text.charCodeAt(at) === CLOSED;
}

/** Where the value that begins at a place ends: it is a text, or has neither commas nor braces. */
function endOfValue(text: string, from: number): number {
  let at = from;
  if (text.charCodeAt(at) === QUOTE) {
    do at = text.indexOf('"', at + 1);
    while (at !== -1 && isEscaped(text, at));
    return at === -1 ? text.length : at + 1;
  }
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSED) break;
  }
  return at;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

/** Where the object that begins at a place ends: its values are no objects. */
function endOfObject(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== CLOSED) at = text.charCodeAt(at) === QUOTE ? endOfValue(text, at) : at + 1;
  return at + 1;
}

function spliced(text: string, from: number, fields: string): string {
  return `${text.slice(0, from)}${fields}${text.slice(endOfObject(text, from))}`;
}

/** The fields of a document; undefined when it is damaged. */
function fieldsIn(text: string, from: number): OwnFields | undefined {
  try {
    return JSON.parse(text.slice(from, endOfObject(text, from))) as OwnFields;
  } catch {
    return undefined;
  }
}

type FromRows = (queries: Queries, ids: readonly string[]) => Promise<ReadonlyMap<string, object>>;

/** What rows say of records, with their own fields. */
export function withOwnFields(record: FieldRecord, fromRows: FromRows): FromRows {
  return async (queries, ids) => {
    const rows = await fromRows(queries, ids);
    const ownOf = await loadOwnFields(queries, record, ids);
    return new Map([...rows].map(([id, row]): [string, DocumentFields] => [id, { ...row, fields: ownOf(id) }]));
  };
}
