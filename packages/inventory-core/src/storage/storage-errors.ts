import { coreErrors } from "../contract/errors/core-errors.ts";
import { defineErrors, errorOf, isEngineError } from "../contract/errors/error.ts";
import type { PendingMigration, PluginSource } from "../contract/storage/plugin-migrations.ts";

/** Why a database cannot be opened, and what to do about it. */
export interface OpenFailure {
  readonly problem: string;
  readonly advice: string;
}

/** A plugin that a program lacks. */
export interface AboutPlugin {
  readonly plugin: string;
  readonly source?: PluginSource;
}

/** What to write to have a plugin. */
export function useOf({ plugin, source }: AboutPlugin): string {
  if (source === undefined) return `add the plugin ${plugin} to plugins`;
  const { module, name } = source;
  return `import { ${name} } from "${module}" and add ${name}() to plugins, or remove ${plugin} from without in the config file`;
}

/** `2 migrations of the core (core/0040-…, core/0041-…), 1 migration of the plugin auth of @cadastre/auth (auth/0006-…)`. */
function pendingText(pending: readonly PendingMigration[]): string {
  return [...Map.groupBy(pending, ({ plugin }) => plugin)]
    .map(([plugin, [first, ...others]]) => {
      const { migration, source } = first as PendingMigration;
      const owner = plugin === null ? "the core" : `the plugin ${plugin}${source === undefined ? "" : ` of ${source.module}`}`;
      const more = others.length > 1 ? ` to ${others.at(-1)?.migration}` : others.map((other) => `, ${other.migration}`).join("");
      return `${others.length + 1} ${others.length === 0 ? "migration" : "migrations"} of ${owner} (${migration}${more})`;
    })
    .join(", ");
}

/** Errors of storages that stop the start. */
export const storageErrors = defineErrors({
  STORAGE_INVALID: errorOf("invalid", "what a program gave as storage is none, or says no place", (d: { reason: string }) => d.reason),
  DATABASE_NOT_OPENED: errorOf(
    "unavailable",
    "the database cannot be reached or opened at the start",
    (d: OpenFailure) => `${d.problem}: ${d.advice}`,
  ),
  FOLDER_NOT_MADE: errorOf(
    "unavailable",
    "a folder for data is missing and cannot be made",
    (d: { folder: string; reason: string }) =>
      `the folder ${d.folder} cannot be made, because ${d.reason}: choose another, or make it for the user that runs this`,
  ),
  DATABASE_TOO_NEW: errorOf(
    "unavailable",
    "the database was migrated by a newer version of the program",
    (d: { migration: string }) =>
      `the database has the migration ${d.migration}, which this version does not know: run that newer version, or restore the ` +
      `backup that was made before the upgrade`,
  ),
  DATABASE_NEEDS_PLUGIN: errorOf(
    "unavailable",
    "a plugin that this program does not have changed tables of others",
    (d: AboutPlugin & { migration: string }) =>
      `the migration ${d.migration} of the plugin ${d.plugin} changed tables that this program writes: ${useOf(d)}`,
  ),
  PLUGIN_NOT_LOADED: errorOf(
    "conflict",
    "work on the whole database needs a plugin that is not loaded",
    (d: AboutPlugin & { has: string }) => `the database has ${d.has} of the plugin ${d.plugin}, which is not loaded: ${useOf(d)}`,
  ),
  DATABASE_NOT_MIGRATED: errorOf(
    "unavailable",
    "the database has pending migrations, and opening was not to apply them",
    (d: { pending: readonly PendingMigration[] }) =>
      `the database lacks ${pendingText(d.pending)}: run cadastre migrate up, or call migrate(storage, { plugins }) of ` +
      `@cadastre/inventory-core`,
  ),
  DATABASE_POOLER: errorOf(
    "unavailable",
    "a connection pooler is between, and DATABASE_POOLER does not fit it",
    (d: { reason: string }) => d.reason,
  ),
  DATABASE_ENCODING: errorOf(
    "unavailable",
    "the PostgreSQL database is not encoded in UTF-8",
    (d: { encoding: string; database: string }) =>
      `the database ${d.database} is encoded in ${d.encoding}, and must be in UTF8: create another with create database … encoding ` +
      `'UTF8' template template0`,
  ),
  DATABASE_SETTING: errorOf(
    "unavailable",
    "a setting of the PostgreSQL database changes what statements mean",
    (d: { setting: string; value: string; wanted: string; role: string }) =>
      `${d.setting} is ${d.value} for the role ${d.role}, and must be ${d.wanted}: alter role ${d.role} set ${d.setting} = ${d.wanted}`,
  ),
  DATABASE_SCHEMA: errorOf(
    "unavailable",
    "no schema of the search path exists",
    (d: { role: string }) =>
      `no schema of the search path of the role ${d.role} exists: create schema authorization ${d.role}, or alter role ${d.role} set ` +
      `search_path`,
  ),
  DATABASE_EXTENSION: errorOf("unavailable", "the extension pg_trgm cannot be used", (d: { reason: string }) => d.reason),
  DATABASE_FOREIGN_TABLE: errorOf(
    "unavailable",
    "another program has a table by one of our names",
    (d: { tables: readonly string[]; home?: string }) =>
      d.home === undefined
        ? `${d.tables.join(", ")} already exists and does not belong to this program: give it a database of its own, or a ` +
          `schema (DATABASE_SCHEMA, or the option schema)`
        : `${d.tables.join(", ")} comes in the search path before the tables of this program in ${d.home}: put ${d.home} first in the ` +
          `search path of its role`,
  ),
  DATABASE_RIGHTS: errorOf(
    "unavailable",
    "the database role lacks a right",
    (d: { role: string; reason: string }) => `the role ${d.role} ${d.reason}`,
  ),
});

/** Seconds that a client is told to wait when storage is out of reach. */
const RETRY_AFTER_SECONDS = 2;

/** Turns a failure of opening into DATABASE_NOT_OPENED when `explain` knows it; anything else is passed on unchanged. */
export function toOpenError(error: unknown, explain: (error: unknown) => OpenFailure | undefined): unknown {
  const failure = isEngineError(error) ? undefined : explain(error);
  return failure === undefined ? error : storageErrors.DATABASE_NOT_OPENED(failure, { cause: error });
}

/** Turns a driver's failure into UNAVAILABLE when `reason` knows it; anything else is passed on unchanged. */
export function toStorageError(error: unknown, reason: (error: unknown) => string | undefined): unknown {
  if (isEngineError(error)) return error;
  const why = reason(error);
  if (why === undefined) return error;
  return coreErrors.UNAVAILABLE({ reason: why }, { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
