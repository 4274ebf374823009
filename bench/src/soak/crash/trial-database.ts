import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PostgresDatabases, startPostgres } from "@cadastre/testing";
import Database from "better-sqlite3";
import { Client } from "pg";
import type { Target } from "./library-performer.ts";
import type { ReadRows } from "./read-stored.ts";

/** A database of a trial, looked into past the engine. */
export interface TrialDatabase extends AsyncDisposable {
  readonly target: Target;
  /** Waits until nothing of a killed host goes on. @returns what still does, in words */
  settled(): Promise<string[]>;
  /** What is wrong with the database itself. */
  integrity(): Promise<string[]>;
  /** Reads over a connection that is open only meanwhile. */
  reading<T>(work: (read: ReadRows) => Promise<T>): Promise<T>;
}

/** Makes databases, one after the other. */
export interface TrialDatabases extends AsyncDisposable {
  readonly storage: Target["storage"];
  create(): Promise<TrialDatabase>;
}

/** A file in a folder of its own. */
export class SqliteTrialDatabases implements TrialDatabases {
  readonly storage = "sqlite";

  async create(): Promise<TrialDatabase> {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-crash-"));
    const path = join(folder, "inventory.db");
    return {
      target: { storage: "sqlite", path },
      // The locks of a process end with it.
      settled: async () => [],
      integrity: async () => sqliteIntegrity(path),
      reading: async (work) => await readingSqlite(path, work),
      [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

export async function readingSqlite<T>(path: string, work: (read: ReadRows) => Promise<T>): Promise<T> {
  const database = new Database(path, { readonly: true, timeout: 5000 });
  try {
    return await work((sql) => database.prepare(sql).all());
  } finally {
    database.close();
  }
}

/** @returns what `integrity_check` and `foreign_key_check` complain about */
export function sqliteIntegrity(path: string): string[] {
  const database = new Database(path, { readonly: true, timeout: 5000 });
  try {
    const lines = database.pragma("integrity_check") as { integrity_check: string }[];
    const strays = database.pragma("foreign_key_check") as unknown[];
    return [
      ...lines.map((line) => line.integrity_check).filter((line) => line !== "ok"),
      ...strays.map((row) => `foreign key: ${JSON.stringify(row)}`),
    ];
  } finally {
    database.close();
  }
}

/** How long a server may take to notice that its client was killed. */
const SETTLE_MS = 15_000;

/** A database on a server of this process, or on that of TEST_POSTGRES_URL. */
export class PostgresqlTrialDatabases implements TrialDatabases {
  readonly storage = "postgresql";
  readonly #databases: PostgresDatabases;
  readonly #stop: () => Promise<void>;

  private constructor(databases: PostgresDatabases, stop: () => Promise<void>) {
    this.#databases = databases;
    this.#stop = stop;
  }

  /** @param adminUrl a server that runs already */
  static async start(adminUrl?: string): Promise<PostgresqlTrialDatabases> {
    if (adminUrl !== undefined) return new PostgresqlTrialDatabases(new PostgresDatabases(adminUrl), async () => {});
    const server = await startPostgres();
    return new PostgresqlTrialDatabases(server, async () => await server.stop());
  }

  async create(): Promise<TrialDatabase> {
    const database = await this.#databases.temporaryDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const others = async (): Promise<unknown[]> =>
      (
        await client.query(
          "select pid, state, query from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and " +
            "pid <> pg_backend_pid()",
        )
      ).rows;
    return {
      target: { storage: "postgresql", url: database.url },
      // The server finishes the statement that it is at, COMMIT perhaps, before it sees that its client is gone.
      settled: async () => {
        const deadline = Date.now() + SETTLE_MS;
        let left = await others();
        while (left.length > 0 && Date.now() < deadline) {
          await sleep(2);
          left = await others();
        }
        return left.map((backend) => `a session outlives its host by ${SETTLE_MS / 1000} s: ${JSON.stringify(backend)}`);
      },
      integrity: async () => [],
      reading: async (work) => await work(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows),
      [Symbol.asyncDispose]: async () => {
        await client.end();
        await database[Symbol.asyncDispose]();
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop();
  }
}
