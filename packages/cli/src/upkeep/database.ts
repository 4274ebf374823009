import type { Storage } from "@cadastre/inventory-core";
import { connectionTarget } from "@cadastre/inventory-core/upkeep";
import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CommandFailure } from "../exit-codes.ts";
import type { Settings } from "../settings/settings.ts";

/** Name of the embedded database in DATA_DIR. */
const DATABASE_FILE = "inventory.db";

/** Only its owner may look into the folder: the database has hashes of passwords and keys. */
export const FOLDER_MODE = 0o700;

/** A database that is chosen but not open. */
export interface ChosenDatabase {
  readonly storage: Storage;
  /** What it is and where, without a password. */
  readonly description: string;
}

/** Path of the file that an embedded database of the settings is in; undefined when it is a server's, or in memory. */
export function databaseFile({ DATABASE_URL: address, DATA_DIR }: Pick<Settings, "DATABASE_URL" | "DATA_DIR">): string | undefined {
  if (address?.kind === "postgresql" || address?.path === ":memory:") return undefined;
  return address?.path ?? join(DATA_DIR, DATABASE_FILE);
}

/** The schema of a database on PostgreSQL, as what looks at it takes it. */
export function schemaOf({ DATABASE_SCHEMA: schema }: Pick<Settings, "DATABASE_SCHEMA">): { readonly schema?: string } {
  return schema === undefined ? {} : { schema };
}

/** What is said of a database that is opened. */
export type DatabaseSettings = Pick<
  Settings,
  "DATABASE_URL" | "DATABASE_SCHEMA" | "DATA_DIR" | "DATABASE_POOLER" | "DATABASE_CONNECTIONS" | "DATABASE_LIST_CONNECTIONS"
>;

/**
 * The database of the settings, unless the config file has its `own`: SQLite in DATA_DIR unless DATABASE_URL says otherwise. Only the
 * driver that is needed is loaded.
 * @throws FOLDER_NOT_MADE
 */
export async function chooseDatabase(settings: DatabaseSettings, own?: Storage): Promise<ChosenDatabase> {
  const { DATABASE_URL: address, DATABASE_SCHEMA: schema, DATABASE_POOLER: pooler, DATA_DIR } = settings;
  if (own !== undefined) return { storage: own, description: `the storage ${own.name} of the config file` };
  const lists = { listConnections: settings.DATABASE_LIST_CONNECTIONS };
  if (address?.kind === "postgresql") {
    const { postgresql } = await import("@cadastre/inventory-core/postgresql");
    const options = { maxConnections: settings.DATABASE_CONNECTIONS, pooler, ...schemaOf(settings), ...lists };
    const place = `PostgreSQL at ${connectionTarget(address.url).description}`;
    return {
      storage: postgresql(address.url, options),
      description: schema === undefined ? place : `${place}, in the schema ${schema}`,
    };
  }
  const { makeFolder, sqlite } = await import("@cadastre/inventory-core/sqlite");
  if (address === undefined) makeFolder(DATA_DIR, FOLDER_MODE);
  const path = address?.path ?? join(DATA_DIR, DATABASE_FILE);
  return { storage: sqlite(path, lists), description: path === ":memory:" ? "SQLite in memory" : `SQLite in ${resolve(path)}` };
}

/**
 * A database that was made this moment has no differences and no users, which would hide that the path is wrong.
 * @throws CommandFailure
 */
export async function mustExist(settings: Pick<Settings, "DATABASE_URL" | "DATA_DIR">): Promise<void> {
  const file = databaseFile(settings);
  if (file === undefined) return;
  await access(file).catch(() => {
    throw new CommandFailure(`no database at ${resolve(file)}: set DATA_DIR or DATABASE_URL`);
  });
}
