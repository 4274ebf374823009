import Database from "better-sqlite3";
import { existsSync } from "node:fs";
import type { AppliedMigration } from "../../../contract/storage/storage.ts";
import type { StoredRow, StoredRows, StoredTable } from "../../../contract/storage/stored-rows.ts";
import { MIGRATION_TABLE } from "../../opening/migrate.ts";
import { appliedMigrations } from "../applied-migrations.ts";
import { createPrivateFile } from "../file/file-mode.ts";

const BUSY_MS = 10_000;

/** Shadow tables are parts of a virtual one, which triggers fill from the table it indexes. */
const TABLES =
  "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name";

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * What a SQLite file has at one moment: a handle that holds its snapshot until it is closed, beside any writer.
 * @throws SqliteError when the file is not there, is no database or may not be read
 */
export class SqliteSnapshot implements StoredRows, Disposable {
  readonly #database: Database.Database;

  constructor(file: string) {
    // A read-only handle leaves its log behind: a handle that may write removes it, and has nothing to fold in where there was none.
    const readonly = existsSync(`${file}-wal`);
    this.#database = new Database(file, { readonly, fileMustExist: true, timeout: BUSY_MS });
    try {
      this.#database.pragma("query_only = on");
      this.#database.exec("begin");
      // The first read takes the snapshot.
      this.#database.prepare("select count(*) from sqlite_schema").get();
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  tables(): readonly StoredTable[] {
    const names = this.#database.prepare(TABLES).pluck().all() as string[];
    return names
      .filter((name) => name !== MIGRATION_TABLE)
      .map((name) => ({
        name,
        columns: this.#database.prepare("select name from pragma_table_info(?) order by cid").pluck().all(name) as string[],
      }));
  }

  migrations(): readonly AppliedMigration[] {
    return appliedMigrations(this.#database);
  }

  count(table: string): number {
    return this.#database
      .prepare(`select count(*) from ${quoted(table)}`)
      .pluck()
      .get() as number;
  }

  lastNumber(table: string): bigint | undefined {
    if (this.#database.prepare("select 1 from sqlite_schema where name = 'sqlite_sequence'").get() === undefined) return undefined;
    return this.#database.prepare("select seq from sqlite_sequence where name = ?").safeIntegers().pluck().get(table) as bigint | undefined;
  }

  *rows({ name, columns }: StoredTable, order: readonly string[]): Generator<StoredRow> {
    const rows = this.#database
      .prepare(`select ${columns.map(quoted).join(", ")} from ${quoted(name)} order by ${order.map(quoted).join(", ")}`)
      .safeIntegers()
      .raw()
      .iterate();
    for (const row of rows as Iterable<readonly unknown[]>) yield row.map((value, index) => textOf(value, `${name}.${columns[index]}`));
  }

  /** Values of a text column that differ; of one that is null everywhere, none. */
  distinct(table: string, expression: string, condition: string): readonly string[] {
    return this.#database
      .prepare(`select distinct ${expression} from ${quoted(table)} where ${condition}`)
      .pluck()
      .all() as string[];
  }

  /** What SQLite finds wrong with the file, a sentence each. */
  problems(): readonly string[] {
    const found = this.#database.prepare("pragma integrity_check").pluck().all() as string[];
    const dangling = this.#database.prepare("pragma foreign_key_check").all() as { readonly table: string; readonly parent: string }[];
    return [
      ...found.filter((text) => text !== "ok"),
      ...dangling.map(({ table, parent }) => `a row of ${table} refers to nothing in ${parent}`),
    ];
  }

  /**
   * Writes it to a file that is not there, for its owner alone to read.
   * @param onStep hears how many pages there are and how many are left, and says how many to copy next
   */
  async copyTo(target: string, onStep: (totalPages: number, remainingPages: number) => number): Promise<void> {
    createPrivateFile(target);
    await this.#database.backup(target, { progress: ({ totalPages, remainingPages }) => onStep(totalPages, remainingPages) });
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

function textOf(value: unknown, place: string): string | null {
  if (value === null || typeof value === "string") return value;
  if (typeof value === "bigint") return String(value);
  throw new TypeError(`${place} has a value that is neither a text nor a whole number`);
}
