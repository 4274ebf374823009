import { Client } from "pg";
import type { Column } from "../rows/tables.ts";
import { type Awaitable, columnsOf, type RawDatabase, type Value } from "./raw-database.ts";

/** Up to so many rows go as parameters of one statement, more as an array for each column. */
const FEW_ROWS = 32;
/** Rows of one statement. */
const MAX_ROWS = 5000;

/** One connection to PostgreSQL. */
export class PostgresqlRaw implements RawDatabase {
  readonly #client: Client;
  readonly #names = new Map<string, { readonly name: string; readonly text: string }>();

  private constructor(client: Client) {
    this.#client = client;
  }

  static async connect(url: string): Promise<PostgresqlRaw> {
    const client = new Client({ connectionString: url });
    await client.connect();
    return new PostgresqlRaw(client);
  }

  async get(sql: string, params: readonly Value[] = []): Promise<unknown> {
    return (await this.all(sql, params))[0];
  }

  async all<Row>(sql: string, params: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.#client.query({ ...this.#named(sql), values: [...params] })).rows as Row[];
  }

  async run(sql: string, params: readonly unknown[] = []): Promise<void> {
    await this.#client.query({ ...this.#named(sql), values: [...params] });
  }

  async insert(table: string, rows: readonly (readonly Value[])[], further: readonly Column[] = []): Promise<void> {
    const columns = [...columnsOf(table), ...further];
    const into = `insert into ${table} (${columns.map(([name]) => name).join(", ")})`;
    if (rows.length <= FEW_ROWS) {
      const marks = `(${columns.map(() => "?").join(", ")})`;
      if (rows.length > 0) await this.run(`${into} values ${rows.map(() => marks).join(", ")}`, rows.flat());
      return;
    }
    const arrays = columns.map(([, type]) => `?::${type}[]`).join(", ");
    for (let from = 0; from < rows.length; from += MAX_ROWS) {
      const some = rows.slice(from, from + MAX_ROWS);
      await this.run(
        `${into} select * from unnest(${arrays})`,
        columns.map((_, column) => some.map((row) => row[column] ?? null)),
      );
    }
  }

  async transaction(work: () => Awaitable<void>): Promise<void> {
    await this.#client.query("begin");
    try {
      await work();
      await this.#client.query("commit");
    } catch (error) {
      await this.#client.query("rollback");
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  #named(sql: string): { readonly name: string; readonly text: string } {
    let named = this.#names.get(sql);
    if (named === undefined) {
      let parameter = 0;
      named = { name: `bench_${this.#names.size}`, text: sql.replaceAll("?", () => `$${(parameter += 1)}`) };
      this.#names.set(sql, named);
    }
    return named;
  }
}
