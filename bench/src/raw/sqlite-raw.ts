import Database from "better-sqlite3";
import type { Column } from "../rows/tables.ts";
import { type Awaitable, columnsOf, type RawDatabase, type Value } from "./raw-database.ts";

/** One handle on an SQLite file; answers at once. */
export class SqliteRaw implements RawDatabase {
  readonly #database: Database.Database;
  readonly #prepared = new Map<string, Database.Statement>();

  constructor(path: string) {
    this.#database = new Database(path);
    this.#database.pragma("journal_mode = WAL");
    this.#database.pragma("synchronous = FULL");
    this.#database.pragma("foreign_keys = ON");
  }

  get(sql: string, params: readonly Value[] = []): unknown {
    return this.#statement(sql).get(...params);
  }

  all<Row>(sql: string, params: readonly Value[] = []): readonly Row[] {
    return this.#statement(sql).all(...params) as Row[];
  }

  run(sql: string, params: readonly Value[] = []): void {
    this.#statement(sql).run(...params);
  }

  insert(table: string, rows: readonly (readonly Value[])[], further: readonly Column[] = []): void {
    const columns = [...columnsOf(table), ...further];
    const statement = this.#statement(
      `insert into ${table} (${columns.map(([name]) => name).join(", ")}) values (${columns.map(() => "?").join(", ")})`,
    );
    for (const row of rows) statement.run(...row);
  }

  async transaction(work: () => Awaitable<void>): Promise<void> {
    this.#database.exec("begin immediate");
    try {
      await work();
      this.#database.exec("commit");
    } finally {
      if (this.#database.inTransaction) this.#database.exec("rollback");
    }
  }

  close(): void {
    this.#database.close();
  }

  #statement(sql: string): Database.Statement {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) this.#prepared.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
  }
}
