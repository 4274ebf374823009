import type { z } from "zod";
import { JsonList, JsonText } from "../contract/operations/result.ts";
import type { OpenStorage, Queries, SqlValue } from "../contract/storage/storage.ts";
import type { Where } from "./where.ts";

/**
 * The JSON text of a record as the API returns it: the fields of `schema`, in its order. It is stored beside the columns
 * (`doc`), written by the same statement, so that reads send it as it is; `verify` compares the two.
 */
export function documentOf<S extends z.ZodObject>(schema: S, record: z.output<S>): string {
  const fields: Record<string, unknown> = {};
  for (const key of Object.keys(schema.shape)) fields[key] = (record as Record<string, unknown>)[key];
  return JSON.stringify(fields);
}

/** Reads of one table's documents. */
export class Documents<T> {
  readonly #storage: OpenStorage;
  readonly #table: string;
  readonly #notFound: (id: string) => Error;

  /** @param notFound the error for an id that is not there */
  constructor(storage: OpenStorage, table: string, notFound: (id: string) => Error) {
    this.#storage = storage;
    this.#table = table;
    this.#notFound = notFound;
  }

  async find(id: string, queries: Queries = this.#storage.read): Promise<JsonText<T> | undefined> {
    const row = await queries.get<{ doc: string }>(`select doc from ${this.#table} where id = ?`, [id]);
    return row === undefined ? undefined : new JsonText<T>(row.doc);
  }

  async get(id: string, queries?: Queries): Promise<JsonText<T>> {
    const found = await this.find(id, queries);
    if (found === undefined) throw this.#notFound(id);
    return found;
  }

  /** Throws the not-found error when there is no such record. */
  async mustExist(id: string): Promise<void> {
    if ((await this.#storage.read.get(`select 1 as one from ${this.#table} where id = ?`, [id])) === undefined) throw this.#notFound(id);
  }

  /** All matching documents, in the order of `order` (columns, comma-separated; `t` is the table's alias). */
  list(where: Where, order: string, signal?: AbortSignal): JsonList<T> {
    return this.listQuery(`select t.doc from ${this.#table} t${where.sql} order by ${order}`, where.params, signal);
  }

  listQuery(sql: string, params: readonly SqlValue[], signal?: AbortSignal): JsonList<T> {
    return new JsonList<T>(texts(this.#storage.pages<{ doc: string }>(sql, params, signal)));
  }
}

async function* texts(pages: AsyncIterable<readonly { doc: string }[]>): AsyncGenerator<readonly string[]> {
  for await (const page of pages) yield page.map((row) => row.doc);
}
