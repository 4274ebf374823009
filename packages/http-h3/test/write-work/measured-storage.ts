import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Storage } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { PostgresDatabases } from "@cadastre/testing";
import Database from "better-sqlite3";
import { Client, Pool, type PoolClient } from "pg";
import { inject } from "vitest";
import type { StorageName } from "../../../../testing/storages.ts";

/** Rows looked at by statement (PostgreSQL), or steps of the virtual machine (SQLite); processor time where there is no compiler. */
export type Work = ReadonlyMap<string, number>;

/** A database that measures the work of its statements. */
export interface MeasuredStorage extends AsyncDisposable {
  readonly storage: Storage;
  /** Starts measuring, once the data is there. */
  start(): Promise<void>;
  /** Returns the work since the last call. */
  take(): Work;
}

/** Opens an empty database of either kind. */
export const openMeasured = async (name: StorageName): Promise<MeasuredStorage> =>
  name === "sqlite" ? measuredSqlite() : await measuredPostgresql();

const STEPS_SOURCE = fileURLToPath(new URL("sqlite-steps.c", import.meta.url));
let counter: Database.Database | undefined;

const hasCompiler = (): boolean => spawnSync("gcc", ["--version"]).status === 0;

/** Microseconds of the processor since the last call. */
function processorTime(): () => Work {
  let last = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    return new Map([["processor time", user + system]]);
  };
}

/** Compiles the extension and loads it into this process. */
function stepCounter(): Database.Database {
  if (counter !== undefined) return counter;
  const folder = mkdtempSync(join(tmpdir(), "cadastre-steps-"));
  const library = join(folder, "sqlitesteps.so");
  const headers = join(dirname(createRequire(import.meta.url).resolve("better-sqlite3/package.json")), "deps", "sqlite3");
  execFileSync("gcc", ["-shared", "-fPIC", "-O2", "-I", headers, "-o", library, STEPS_SOURCE]);
  counter = new Database(":memory:").loadExtension(library);
  rmSync(folder, { recursive: true });
  return counter;
}

const takeSteps = (steps: Database.Database) => (): Work =>
  new Map(JSON.parse(steps.prepare("select take_steps()").pluck().get() as string) as [string, number][]);

function measuredSqlite(): MeasuredStorage {
  const folder = mkdtempSync(join(tmpdir(), "cadastre-steps-"));
  const take = hasCompiler() ? takeSteps(stepCounter()) : processorTime();
  return {
    storage: sqlite(join(folder, "inventory.db")),
    start: async () => void take(),
    take,
    [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true }),
  };
}

/** A node of a plan as EXPLAIN (ANALYZE, FORMAT JSON) has it. Rows are averages over the loops. */
interface PlanNode {
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly PlanNode[];
}

const REMOVED = ["Rows Removed by Filter", "Rows Removed by Join Filter", "Rows Removed by Index Recheck"] as const;

function rowsOf(node: PlanNode & Partial<Record<(typeof REMOVED)[number], number>>): number {
  const rows = REMOVED.reduce((sum, name) => sum + (node[name] ?? 0), 1 + node["Actual Rows"]);
  return (node.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), rows * node["Actual Loops"]);
}

/**
 * Each statement, those of triggers too, is explained to its connection when it ends. PostgreSQL reads a whole table instead of looking
 * up hundreds of its rows up to a size of the table that is far beyond that of a test: it does so here only for want of an index.
 */
const EXPLAIN = {
  log_analyze: "on",
  log_timing: "off",
  log_nested_statements: "on",
  log_format: "json",
  log_level: "notice",
  log_parameter_max_length: "0",
};
const SETTINGS = ["-c enable_seqscan=off", ...Object.entries(EXPLAIN).map(([name, value]) => `-c auto_explain.${name}=${value}`)];

async function measuredPostgresql(): Promise<MeasuredStorage> {
  const database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
  const options = ["-c session_preload_libraries=auto_explain", ...SETTINGS].join(" ");
  const pool = new Pool({ connectionString: database.url, max: 10, options });
  const clients = new Set<PoolClient>();
  let isMeasuring = false;
  let work = new Map<string, number>();
  const measure = async (client: PoolClient): Promise<unknown> => await client.query("set auto_explain.log_min_duration = 0");
  // Dropping the database ends connections that the pool has not closed yet.
  pool.on("error", () => {});
  pool.on("remove", (client) => void clients.delete(client));
  pool.on("connect", (client) => {
    client.on("error", () => {});
    clients.add(client);
    if (isMeasuring) void measure(client);
    client.on("notice", ({ message = "" }) => {
      const start = message.indexOf("{");
      if (!message.startsWith("duration:") || start === -1) return;
      const { "Query Text": sql, Plan: plan } = JSON.parse(message.slice(start)) as { "Query Text": string; Plan: PlanNode };
      work.set(sql, (work.get(sql) ?? 0) + rowsOf(plan));
    });
  });
  return {
    storage: postgresql({ pool }),
    start: async () => {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      await client.query("vacuum analyze");
      await client.end();
      isMeasuring = true;
      for (const one of clients) await measure(one);
      work = new Map();
    },
    take: () => {
      const taken = work;
      work = new Map();
      return taken;
    },
    [Symbol.asyncDispose]: async () => {
      await pool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}
