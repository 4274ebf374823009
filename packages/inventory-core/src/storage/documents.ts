import type { z } from "zod";
import { JsonList, JsonText } from "../contract/operations/result.ts";
import type { OpenStorage, Queries, SqlValue } from "../contract/storage/storage.ts";
import type { Completion } from "./document-completion.ts";
import type { DocumentType } from "./document-type.ts";
import type { Where } from "./where.ts";

/** A stored document, and what it is completed with. */
interface StoredRow {
  readonly doc: string;
  readonly own: string | null;
}

/** Reads of one table's documents, whatever version they are stored in. */
export class Documents<S extends z.ZodObject, T = z.output<S>> {
  readonly #storage: OpenStorage;
  readonly #type: DocumentType<S>;
  readonly #notFound: (id: string) => Error;
  #findSql: string | undefined;

  /** @param notFound the error for an id that is not there */
  constructor(storage: OpenStorage, type: DocumentType<S>, notFound: (id: string) => Error) {
    this.#storage = storage;
    this.#type = type;
    this.#notFound = notFound;
  }

  /** The document of a record; undefined when there is none. */
  async find(id: string, queries: Queries = this.#storage.read): Promise<JsonText<T> | undefined> {
    const row = await this.#row(id, queries);
    return row === undefined ? undefined : await this.#documentOf(row, queries);
  }

  /**
   * The document of a record.
   * @throws the error for a record that does not exist
   */
  async get(id: string, queries: Queries = this.#storage.read): Promise<JsonText<T>> {
    const row = await this.#row(id, queries);
    if (row === undefined) throw this.#notFound(id);
    return await this.#documentOf(row, queries);
  }

  #row(id: string, queries: Queries): Promise<StoredRow | undefined> {
    const { table, completionSql } = this.#type;
    this.#findSql ??= `select ${this.#type.docSql("t")} as doc, ${completionSql} as own from ${table} t where t.id = ?`;
    return queries.get<StoredRow>(this.#findSql, [id]);
  }

  /** @returns the document at once where nothing more has to be read for it */
  #documentOf({ doc, own }: StoredRow, queries: Queries): JsonText<T> | Promise<JsonText<T>> {
    const completion = this.#type.completionOf(own);
    if (!this.#type.isOutdated(doc)) return new JsonText<T>(completion(this.#type.text(doc)));
    return this.#type.current(queries, doc, completion).then((text) => new JsonText<T>(text));
  }

  /** Throws the not-found error when there is no such record. */
  async mustExist(id: string): Promise<void> {
    if ((await this.#storage.read.get(`select 1 as one from ${this.#type.table} where id = ?`, [id])) === undefined)
      throw this.#notFound(id);
  }

  /**
   * All matching documents, in the order of `order` (columns, comma-separated; `t` is the table's alias).
   * @param from the table, with others beside it where an index of theirs leads to it
   */
  list(where: Where, order: string, signal?: AbortSignal, from = `${this.#type.table} t`): JsonList<T> {
    return this.listQuery(`select ${this.#type.docSql("t")} as doc from ${from}${where.sql} order by ${order}`, where.params, signal);
  }

  /** The list that a statement gives: its column `doc` has stored documents, in the order of the list. */
  listQuery(sql: string, params: readonly SqlValue[], signal?: AbortSignal): JsonList<T> {
    return new JsonList<T>(currentPages(this.#storage, this.#type, this.#storage.pages<{ doc: string }>(sql, params, signal)));
  }
}

/** The documents of rows as the API returns them, page by page. */
export async function* currentPages<S extends z.ZodObject>(
  { read }: OpenStorage,
  type: Pick<DocumentType<S>, "currentAll" | "completion">,
  pages: AsyncIterable<readonly { readonly doc: string }[]>,
): AsyncGenerator<readonly string[], void> {
  let completion: Completion | undefined;
  for await (const page of pages) {
    completion ??= await type.completion(read);
    yield await type.currentAll(
      read,
      page.map(({ doc }) => doc),
      completion,
    );
  }
}
