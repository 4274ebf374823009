import type { Plugin } from "@cadastre/inventory-core";
import { postgresqlState } from "@cadastre/inventory-core/postgresql";
import { SqliteSnapshot } from "@cadastre/inventory-core/sqlite";
import { existsSync } from "node:fs";
import { withDatabase } from "./database-command.ts";
import { chooseDatabase, databaseFile, schemaOf } from "./database.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { note, print } from "../say.ts";
import type { Environment } from "../settings/read-settings.ts";
import type { Settings } from "../settings/settings.ts";
import { fileFailure } from "./file-failure.ts";
import type { JsonOption } from "./json-option.ts";
import { type MigrationState, migrationState, ownerOf, unknownAdvice } from "./migration-state.ts";
import { sqliteFileOf } from "./backup/sqlite-file.ts";
import { upkeepConfiguration } from "./upkeep-configuration.ts";

/** The migrations of the database of the settings; nothing is changed. @throws CommandFailure */
async function readMigrations(settings: Settings, plugins: readonly Plugin[]): Promise<MigrationState> {
  try {
    if (settings.DATABASE_URL?.kind === "postgresql")
      return migrationState((await postgresqlState(settings.DATABASE_URL.url, schemaOf(settings))).migrations, "postgresql", plugins);
    using snapshot = new SqliteSnapshot(await sqliteFileOf(settings));
    return migrationState(snapshot.migrations(), "sqlite", plugins);
  } catch (error) {
    throw fileFailure(error, "the database cannot be read");
  }
}

/**
 * Prints which migrations are applied, pending and unknown, a line each.
 * @throws SettingsError; CommandFailure: 65 when some are pending, or unknown and not such that this version goes on with them
 */
export async function runMigrateStatus(environment: Environment, { json = false }: JsonOption): Promise<void> {
  const { settings, plugins } = await upkeepConfiguration(environment);
  const state = await readMigrations(settings, plugins);
  if (json) print(JSON.stringify({ plugins: byOwner(state), ...state }));
  else
    for (const status of ["applied", "pending", "unknown"] as const) for (const name of state[status]) print(`${status.padEnd(7)} ${name}`);
  note(`${state.applied.length} applied, ${state.pending.length} pending, ${state.unknown.length} unknown`);
  const advice = unknownAdvice(state);
  if (advice !== undefined) note(`${advice.problem}: ${advice.remedy}`);
  else if (state.pending.length > 0) note("cadastre migrate up applies them, as does starting a server; create a backup first");
  else if (state.unknown.length > 0) note("this version goes on with what it does not know: it only adds to the database");
  if (state.incompatible.length + state.pending.length > 0) throw new CommandFailure("", EXIT.data);
}

/**
 * Applies what is pending, as the start of a server does, and prints the names. A missing database is created.
 * @throws SettingsError, EngineFailure
 */
export async function runMigrateUp(environment: Environment, { json = false }: JsonOption): Promise<void> {
  const { settings, plugins } = await upkeepConfiguration(environment);
  const file = databaseFile(settings);
  const isThere = file === undefined || existsSync(file);
  const before = isThere ? await readMigrations(settings, plugins) : migrationState([], "sqlite", plugins);
  const advice = unknownAdvice(before);
  if (advice !== undefined) throw new CommandFailure(`${advice.problem}: ${advice.remedy}`, EXIT.data);
  await withDatabase(environment, { mayCreate: true }, async () => {});
  const { description } = await chooseDatabase(settings);
  if (json) print(JSON.stringify({ database: description, applied: before.pending }));
  else for (const name of before.pending) print(name);
  note(`${description}: ${before.pending.length === 0 ? "nothing to apply" : `${before.pending.length} applied`}`);
}

/** The same by core and plugin. */
function byOwner({ applied, pending, unknown }: MigrationState): Record<string, { applied: number; pending: number; unknown: number }> {
  const owners = [...new Set([...applied, ...pending, ...unknown].map(ownerOf))];
  const count = (names: readonly string[], owner: string): number => names.filter((name) => ownerOf(name) === owner).length;
  return Object.fromEntries(
    owners.map((owner) => [owner, { applied: count(applied, owner), pending: count(pending, owner), unknown: count(unknown, owner) }]),
  );
}
