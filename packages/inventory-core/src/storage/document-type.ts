import type { z } from "zod";
import type { Queries, RecordTimes, StoredDocuments } from "../contract/storage/storage.ts";
import type { Completion, DocumentCompletion } from "./document-completion.ts";
import { documentVersion, endOfVersion, withoutVersion } from "./document-version.ts";

/**
 * The JSON text of a record as the API returns it: the fields of `schema`, in its order. It is stored beside the columns
 * (`doc`), written by the same statement, so that reads send it as it is; `verify` compares the two.
 */
export function documentOf<S extends z.ZodObject>(schema: S, record: z.output<S>): string {
  const fields: Record<string, unknown> = {};
  for (const key of Object.keys(schema.shape)) fields[key] = (record as Record<string, unknown>)[key];
  return JSON.stringify(fields);
}

/** The fields of a document, of whatever version. */
export type DocumentFields = Readonly<Record<string, unknown>>;

/** Brings the fields of a document from one version to the next: idempotent, and knows nothing but the fields. */
export type DocumentStep = (fields: DocumentFields) => DocumentFields;

/** A step that adds fields. Where rows have columns for them, the values are those of the row. @param values by the name of the field */
export function addedFields(values: DocumentFields): DocumentStep {
  return (fields) => ({ ...values, ...fields });
}

/** How records of one type are stored as documents. */
export interface DocumentTypeOptions<S extends z.ZodObject> {
  /** Name of the table. */
  readonly table: string;
  /** Schema of the record: fields of documents in order. */
  readonly schema: S;
  /** What each version after the first changed, in order: with one step, documents that are written now are of version 2. */
  readonly steps: readonly DocumentStep[];
  /**
   * Columns that documents show right after the id and that are not stored in them, as statements change them without the record: texts
   * that need no escape, or null. In the order of the schema.
   */
  readonly shown?: readonly string[] | undefined;
  /** Columns that say which row it is, whose names are also those of fields; `id` unless given. */
  readonly key?: readonly string[] | undefined;
  /** Records as their rows say, by id. A type without it has no copy but its documents. */
  readonly fromRows?: ((queries: Queries, ids: readonly string[]) => Promise<ReadonlyMap<string, object>>) | undefined;
  /** Fields that depend on the time of a change; none unless given. */
  readonly times?: RecordTimes | undefined;
  /** What documents are completed with when they are read; nothing unless given. */
  readonly completion?: DocumentCompletion | undefined;
}

/**
 * The documents of one type of record, with their versions. The version is part of the text: a program that knows none writes a document
 * of version 1 whatever it read, and who reads it afterwards sees that.
 */
export class DocumentType<S extends z.ZodObject> implements StoredDocuments {
  /** Name of the table. */
  readonly table: string;
  readonly key: readonly string[];
  readonly version: number;
  readonly times: RecordTimes | undefined;
  readonly #options: Pick<DocumentTypeOptions<S>, "schema">;
  readonly #steps: readonly DocumentStep[];
  readonly #fromRows: DocumentTypeOptions<S>["fromRows"];
  readonly #completion: DocumentCompletion | undefined;
  readonly #shown: readonly string[];
  /** End of a document of this version. */
  readonly #end: string;

  constructor(options: DocumentTypeOptions<S>) {
    const { table, steps, key = ["id"], fromRows, completion, shown = [], times } = options;
    this.times = times;
    this.table = table;
    this.#completion = completion;
    this.#shown = shown;
    this.key = key;
    this.version = 1 + steps.length;
    this.#options = options;
    this.#steps = steps;
    this.#fromRows = fromRows;
    this.#end = endOfVersion(this.version);
  }

  /** The text that is stored: the fields of the schema, and the version. */
  write(record: z.output<S>): string {
    return documentOf(this.#options.schema, this.#stored(record)).slice(0, -1) + this.#end;
  }

  /** A record without what is not stored in its document. */
  #stored<Fields extends object>(record: Fields): Fields {
    if (this.#shown.length === 0) return record;
    const hidden = Object.fromEntries(this.#shown.map((field) => [field, undefined]));
    return { ...record, ...hidden };
  }

  /** The stored document of a row, as the row shows it: what statements read in place of `doc`. @param alias of the table */
  docSql(alias: string): string {
    if (this.#shown.length === 0) return `${alias}.doc`;
    const shown = this.#shown.map((column) => `',"${column}":' || coalesce('"' || ${alias}.${column} || '"', 'null')`);
    return `'${HEAD}' || ${alias}.id || '"' || ${shown.join(" || ")} || substr(${alias}.doc, length(${alias}.id) + ${HEAD.length + 2})`;
  }

  /** Bytes of the stored document, as a part of a statement; databases tell them without reading it. @param alias of the table */
  lengthSql(alias: string): string {
    return `octet_length(${alias}.doc)`;
  }

  /** {@link docSql} of a row that was read already. */
  shownIn(stored: string, row: { readonly [column: string]: unknown }): string {
    const at = HEAD.length + String(row["id"]).length + 1;
    const shown = this.#shown.map((column) => `,"${column}":${JSON.stringify(row[column] ?? null)}`);
    return `${stored.slice(0, at)}${shown.join("")}${stored.slice(at)}`;
  }

  /** Whether a stored document is of an earlier version. */
  isOutdated(stored: string): boolean {
    return this.version > 1 && !stored.endsWith(this.#end) && documentVersion(stored) < this.version;
  }

  /**
   * The JSON text of a record as the API returns it, of a stored document of any version. A newer program's has its further fields.
   * One that is no JSON text is given as it is.
   * @param row what the row says of the record: it goes before what steps add or change
   */
  text(stored: string, row?: DocumentFields): string {
    if (!this.isOutdated(stored)) return withoutVersion(stored);
    const before = fieldsOf(stored);
    return before === undefined ? stored : JSON.stringify(this.#fieldsNow(stored, before, row));
  }

  /** The fields of an outdated document, in the order of the schema. */
  #fieldsNow(stored: string, before: DocumentFields, row: DocumentFields | undefined): DocumentFields {
    const after = this.#steps.slice(documentVersion(stored) - 1).reduce((fields, step) => step(fields), before);
    const kept = (field: string): boolean => field in before && before[field] === after[field];
    const fields = Object.keys(this.#options.schema.shape).map(
      (field) => [field, row !== undefined && field in row && !kept(field) ? row[field] : after[field]] as const,
    );
    return Object.fromEntries(fields);
  }

  /** The record of a stored document, where no row knows more of it. */
  read(stored: string): z.output<S> {
    return JSON.parse(this.text(stored)) as z.output<S>;
  }

  /** What a statement that reads a document reads beside it, to be given to {@link completionOf}; null where nothing is completed. */
  get completionSql(): string {
    return this.#completion?.sql ?? "null";
  }

  /** @param value what {@link completionSql} gave */
  completionOf(value: string | null): Completion {
    return this.#completion?.of(value) ?? asItIs;
  }

  /** What documents are completed with that are read now. Nothing is asked for a type that completes none. */
  async completion(queries: Queries): Promise<Completion> {
    return (await this.#completion?.read(queries)) ?? asItIs;
  }

  /** {@link text} of a document that was just read, completed. @param completion what is known of it already */
  async current(queries: Queries, stored: string, completion?: Completion): Promise<string> {
    if (this.isOutdated(stored)) return (await this.currentAll(queries, [stored], completion))[0] as string;
    return (completion ?? (await this.completion(queries)))(withoutVersion(stored));
  }

  /**
   * {@link text} of documents that were just read, completed, in their order: with a statement for all that are outdated, and none where
   * none is.
   */
  async currentAll(queries: Queries, stored: readonly string[], completion?: Completion): Promise<readonly string[]> {
    const complete = completion ?? (await this.completion(queries));
    const rows = await this.#rowsOf(queries, stored);
    return stored.map((text) => complete(this.text(text, rows?.get(text))));
  }

  /**
   * What is compared with the text that {@link write} gives for the row: an outdated document as it will be, one of a newer program not at
   * all, since what this one does not know it cannot judge.
   * @param row the record as its row says
   * @param completion what is read beside both
   */
  comparable(stored: string, row: z.output<S>, completion: Completion = asItIs): string {
    if (documentVersion(stored) > this.version) return this.write(row);
    return completion(this.#upgraded(stored, row as DocumentFields) ?? stored);
  }

  /**
   * Outdated documents as they should be stored, by what is stored. One that is no JSON text stays as it is, for `verify` to tell of.
   */
  async rewritten(queries: Queries, stored: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#rowsOf(queries, stored);
    const all = new Map<string, string>();
    for (const text of stored) {
      const upgraded = this.#upgraded(text, rows?.get(text));
      if (upgraded !== undefined) all.set(text, upgraded);
    }
    return all;
  }

  /** An outdated document as it should be stored; undefined for one that is not outdated, or no JSON text. */
  #upgraded(stored: string, row: DocumentFields | undefined): string | undefined {
    const before = this.isOutdated(stored) ? fieldsOf(stored) : undefined;
    if (before === undefined) return undefined;
    const fields = this.#fieldsNow(stored, before, row);
    // A document that was read with what its row shows keeps that.
    const all = this.#shown.some((field) => field in before) ? fields : this.#stored(fields);
    return JSON.stringify(all).slice(0, -1) + this.#end;
  }

  /** What rows say of outdated documents, by their texts. */
  async #rowsOf(queries: Queries, stored: readonly string[]): Promise<ReadonlyMap<string, DocumentFields> | undefined> {
    if (this.version === 1 || this.#fromRows === undefined) return undefined;
    const ids = new Map<string, string>();
    for (const text of stored) if (this.isOutdated(text)) ids.set(text, String(fieldsOf(text)?.["id"]));
    if (ids.size === 0) return undefined;
    const rows = await this.#fromRows(queries, [...ids.values()]);
    const found = [...ids].flatMap(([text, id]) => {
      const row = rows.get(id);
      return row === undefined ? [] : [[text, row as DocumentFields] as const];
    });
    return new Map(found);
  }
}

/** How documents begin. */
const HEAD = '{"id":"';

const asItIs: Completion = (text) => text;

/** The fields of a document; undefined when the text is none. */
function fieldsOf(stored: string): DocumentFields | undefined {
  try {
    const value = JSON.parse(stored) as unknown;
    return typeof value === "object" && value !== null ? (value as DocumentFields) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What rows of a table say, by id, where each field has a column of its own name.
 * @param derived expressions of fields that are more than their column
 */
export function columnsAsFields(
  table: string,
  schema: z.ZodObject,
  derived: Readonly<Record<string, string>> = {},
): (queries: Queries, ids: readonly string[]) => Promise<ReadonlyMap<string, DocumentFields>> {
  const columns = Object.keys(schema.shape).map((name) => (derived[name] === undefined ? name : `${derived[name]} as ${name}`));
  const sql = `select ${columns.join(", ")} from ${table} where id = any(?)`;
  return async (queries, ids) => {
    const rows = await queries.all<DocumentFields & { readonly id: string }>(sql, [ids]);
    return new Map(rows.map((row) => [row.id, row]));
  };
}
