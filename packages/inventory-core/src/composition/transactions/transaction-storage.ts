import { callErrors } from "../../contract/errors/call-errors.ts";
import type { OpenStorage, Queries, SqlValue, TextSearch } from "../../contract/storage/storage.ts";

/** Rows of a list that services get at once. */
const PAGE_ROWS = 500;

/** A storage whose reads are statements of one transaction at a time: what services of a transaction have in place of the storage. */
export class TransactionStorage implements OpenStorage {
  readonly dialect: OpenStorage["dialect"];
  readonly text: TextSearch;
  readonly read: Queries;
  #transaction: Queries | undefined;

  constructor(storage: OpenStorage) {
    this.dialect = storage.dialect;
    // Without steps, which are for readers beside the writer.
    this.text = { contains: (table, needle) => storage.text.contains(table, needle) };
    this.read = {
      all: async <Row>(sql: string, params?: readonly SqlValue[]) => await this.#open.all<Row>(sql, params),
      get: async <Row>(sql: string, params?: readonly SqlValue[]) => await this.#open.get<Row>(sql, params),
    };
  }

  /** Gives the transaction that is read; undefined at its end. */
  use(transaction: Queries | undefined): void {
    this.#transaction = transaction;
  }

  /** Reads the list whole: no snapshot of its own, and no place that others need. */
  async *pages<Row>(sql: string, params: readonly SqlValue[] = [], signal?: AbortSignal): AsyncGenerator<readonly Row[]> {
    const rows = await this.#open.all<Row>(sql, params);
    for (let at = 0; at < rows.length; at += PAGE_ROWS) {
      signal?.throwIfAborted();
      yield rows.slice(at, at + PAGE_ROWS);
    }
  }

  /** @throws TRANSACTION_OPEN: services write through the change */
  async write(): Promise<never> {
    throw callErrors.TRANSACTION_OPEN({});
  }

  /** @throws TRANSACTION_OPEN: on a storage with one session it would wait for its own transaction */
  async eventHorizon(): Promise<never> {
    throw callErrors.TRANSACTION_OPEN({});
  }

  /** @throws TRANSACTION_OPEN as {@link eventHorizon} */
  async ping(): Promise<never> {
    throw callErrors.TRANSACTION_OPEN({});
  }

  /** Closes nothing: the storage is that of the host. */
  async close(): Promise<void> {}

  /** @throws TRANSACTION_CLOSED */
  get #open(): Queries {
    if (this.#transaction === undefined) throw callErrors.TRANSACTION_CLOSED({});
    return this.#transaction;
  }
}
