import type { OpenStorage } from "../../contract/storage/storage.ts";
import { libraryMethods } from "../core-operations.ts";
import type { Services, ServiceScope } from "../container.ts";
import { isInTransaction } from "./transaction.ts";
import type { transactionSql } from "./transaction-sql.ts";
import { TransactionStorage } from "./transaction-storage.ts";

/** Services that transactions call: they are made anew over the storage of the transaction; what else they need is the host's. */
const TOKENS = new Set(libraryMethods.filter(isInTransaction).map(({ service }) => service));

/** Services over one transaction at a time. They are made once, for many transactions one after another. */
export class TransactionScope {
  readonly storage: TransactionStorage;
  readonly services: ServiceScope;
  /** Makes Kysely over the statements of a transaction. */
  readonly sqlOf: typeof transactionSql;

  private constructor(storage: TransactionStorage, services: ServiceScope, sqlOf: typeof transactionSql) {
    this.storage = storage;
    this.services = services;
    this.sqlOf = sqlOf;
  }

  static async make(services: Services, storage: OpenStorage): Promise<TransactionScope> {
    const own = new TransactionStorage(storage);
    // Kysely is loaded by the first transaction: a program that has none starts sooner.
    const sql = await import("./transaction-sql.ts");
    return new TransactionScope(own, await services.scope(own, TOKENS), sql.transactionSql);
  }
}
