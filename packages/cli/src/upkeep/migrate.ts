import { migrate, type MigrationStatus, migrationStatus, type Plugin, type Storage } from "@cadastre/inventory-core";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { EngineFailure } from "../host/engine-failure.ts";
import { tablesOf } from "../host/standard-plugins.ts";
import { note, print } from "../say.ts";
import { untilSignal } from "../server/interruption.ts";
import type { Environment } from "../settings/read-settings.ts";
import { chooseDatabase, mustExist } from "./database.ts";
import { fileFailure } from "./file-failure.ts";
import type { JsonOption } from "./json-option.ts";
import { upkeepConfiguration } from "./upkeep-configuration.ts";

/** Does work of the engine. @throws CommandFailure, EngineFailure */
async function inEngine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof CommandFailure ? error : new EngineFailure(error);
  }
}

/** The migrations of the database of the settings; nothing is changed. @throws CommandFailure */
async function readStatus(storage: Storage, plugins: readonly Plugin[]): Promise<MigrationStatus> {
  try {
    return await migrationStatus(storage, { plugins });
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
  await mustExist(settings);
  const { refusal, pending, ...others } = await readStatus((await inEngine(async () => await chooseDatabase(settings))).storage, plugins);
  const names = { ...others, pending: pending.map(({ migration }) => migration) };
  if (json) print(JSON.stringify({ plugins: byOwner(names), ...names }));
  else
    for (const status of ["applied", "pending", "unknown"] as const) for (const name of names[status]) print(`${status.padEnd(7)} ${name}`);
  note(`${names.applied.length} applied, ${names.pending.length} pending, ${names.unknown.length} unknown`);
  if (refusal !== undefined) note(refusal.message);
  else if (pending.length > 0) note("cadastre migrate up applies them, as does starting a server; create a backup first");
  else if (names.unknown.length > 0) note("this version goes on with those that it does not know");
  if (refusal !== undefined || pending.length > 0) throw new CommandFailure("", EXIT.data);
}

/**
 * Applies what is pending, as the start of a server does, and prints the names. A missing database is created.
 * @throws SettingsError, EngineFailure
 */
export async function runMigrateUp(environment: Environment, { json = false }: JsonOption): Promise<void> {
  const { settings, plugins } = await upkeepConfiguration(environment);
  const { storage, description } = await inEngine(async () => await chooseDatabase(settings));
  const { refusal } = await readStatus(storage, plugins);
  if (refusal !== undefined) throw new CommandFailure(refusal.message, EXIT.data);
  const stored = plugins.map((plugin) => tablesOf(plugin, true));
  const { applied } = await inEngine(async () => await untilSignal(async (signal) => await migrate(storage, { plugins: stored, signal })));
  if (json) print(JSON.stringify({ database: description, applied }));
  else for (const name of applied) print(name);
  note(`${description}: ${applied.length === 0 ? "nothing to apply" : `${applied.length} applied`}`);
}

/** The names of some migrations, by what became of them. */
type MigrationNames = Readonly<Record<"applied" | "pending" | "unknown", readonly string[]>>;

/** The same by core and plugin. */
function byOwner({ applied, pending, unknown }: MigrationNames): Record<string, { applied: number; pending: number; unknown: number }> {
  const owners = [...new Set([...applied, ...pending, ...unknown].map(ownerOf))];
  const count = (names: readonly string[], owner: string): number => names.filter((name) => ownerOf(name) === owner).length;
  return Object.fromEntries(
    owners.map((owner) => [owner, { applied: count(applied, owner), pending: count(pending, owner), unknown: count(unknown, owner) }]),
  );
}

/** The first part of the name of a migration: `core`, or a word of a plugin. */
const ownerOf = (name: string): string => name.split("/")[0] ?? name;
