import { constants } from "node:fs";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { Target } from "../crash/library-performer.ts";
import type { ReadRows } from "../crash/read-stored.ts";
import { readingSqlite } from "../crash/trial-database.ts";
import { startRestartablePostgres } from "./restartable-postgres.ts";

/** A database of the trial, read past the engine. */
export interface TrialPlace extends AsyncDisposable {
  readonly target: Target;
  reading<T>(work: (read: ReadRows) => Promise<T>): Promise<T>;
  /** Restarts the server; undefined where there is none. */
  readonly restart: (() => Promise<void>) | undefined;
  /** How events are ordered. */
  readonly order: string;
}

export async function openPlace(storage: Target["storage"]): Promise<TrialPlace> {
  return storage === "sqlite" ? await sqlitePlace() : await postgresqlPlace();
}

/** Linux keeps its files in memory. */
const MEMORY = "/dev/shm";

/**
 * Processes are killed here and not the machine, so nothing depends on the disk: as PostgreSQL runs without syncs in this
 * trial, SQLite has a disk whose syncs cost nothing. Its syncs have a trial of their own.
 */
async function fastestFolder(): Promise<string> {
  return await access(MEMORY, constants.W_OK).then(() => MEMORY, tmpdir);
}

async function sqlitePlace(): Promise<TrialPlace> {
  const folder = await mkdtemp(join(await fastestFolder(), "cadastre-webhooks-"));
  const path = join(folder, "inventory.db");
  return {
    target: { storage: "sqlite", path },
    reading: async (work) => await readingSqlite(path, work),
    restart: undefined,
    order: "seq",
    [Symbol.asyncDispose]: async () => await rm(folder, { recursive: true, force: true }),
  };
}

async function postgresqlPlace(): Promise<TrialPlace> {
  const server = await startRestartablePostgres();
  const database = await server.databases.temporaryDatabase();
  return {
    target: { storage: "postgresql", url: database.url },
    async reading(work) {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      try {
        return await work(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows);
      } finally {
        await client.end();
      }
    },
    restart: async () => await server.restart(),
    order: "txid, seq",
    [Symbol.asyncDispose]: async () => await server.stop(),
  };
}
