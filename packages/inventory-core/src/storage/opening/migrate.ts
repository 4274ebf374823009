import type { ModelPlugin, PendingMigration } from "../../contract/storage/plugin-migrations.ts";
import type { AppliedMigration, DialectName, StorageOpenOptions, StoredModel } from "../../contract/storage/storage.ts";
import { storageErrors } from "../storage-errors.ts";
import { checkContracts, incompatibleMigrations, isOfPlugin, type KnownMigration, ownerOf, pluginOf } from "./migration-compatibility.ts";

/** The table that records which migrations have run. */
export const MIGRATION_TABLE = "cadastre_migration";

/**
 * Why a program cannot use a database; undefined when it can.
 * @param known names of the migrations of the program
 * @param executed the migrations that the database has
 * @returns DATABASE_TOO_NEW when a newer program migrated it in a way that this one cannot go on with, DATABASE_NEEDS_PLUGIN when a plugin
 * that this one does not have changed tables of others
 */
export function refusalOf(known: ReadonlySet<string>, executed: readonly AppliedMigration[]): Error | undefined {
  const unknown = incompatibleMigrations(known, executed);
  const owners = new Set([...known].map(ownerOf));
  const newer = unknown.find((name) => owners.has(ownerOf(name)) || !isOfPlugin(name));
  if (newer !== undefined) return storageErrors.DATABASE_TOO_NEW({ migration: newer });
  const other = executed.find(({ name }) => name === unknown[0]);
  if (other === undefined) return undefined;
  const { id, source } = pluginOf(other);
  return storageErrors.DATABASE_NEEDS_PLUGIN({ plugin: id, migration: other.name, ...(source === undefined ? {} : { source }) });
}

/** Every migration of a dialect, in order. */
export function migrationsOf(models: readonly StoredModel[], dialect: DialectName): readonly KnownMigration[] {
  return models.flatMap(({ migrations, plugin }) => migrations[dialect].map((migration) => ({ ...migration, plugin })));
}

/** A migration that is not applied, as callers see it. */
export function pendingOf({ name, plugin }: KnownMigration): PendingMigration {
  const { id, source } = plugin ?? { id: null };
  return { migration: name, plugin: id, ...(source === undefined ? {} : { source }) };
}

/**
 * @param executed the migrations that the database has
 * @returns those that are missing
 * @throws DATABASE_TOO_NEW, DATABASE_NEEDS_PLUGIN; DATABASE_NOT_MIGRATED when some are missing and are not to be applied
 */
export function missingMigrations(
  { models, migrate, readOnly = false }: Pick<StorageOpenOptions, "migrate" | "models" | "readOnly">,
  dialect: DialectName,
  executed: readonly AppliedMigration[],
): readonly KnownMigration[] {
  const known = migrationsOf(models, dialect);
  checkContracts(known);
  const refusal = refusalOf(new Set(known.map(({ name }) => name)), executed);
  if (refusal !== undefined) throw refusal;
  const done = new Set(executed.map(({ name }) => name));
  const missing = known.filter(({ name }) => !done.has(name));
  if ((migrate === "refuse" || readOnly) && missing.length > 0)
    throw storageErrors.DATABASE_NOT_MIGRATED({ pending: missing.map(pendingOf) });
  return missing;
}

/**
 * Plugins with migrations in a database whose models a program does not have, each once.
 * @param applied the migrations that the database has
 */
export function pluginsNotLoaded(
  models: readonly StoredModel[],
  dialect: DialectName,
  applied: readonly AppliedMigration[],
): readonly ModelPlugin[] {
  const owners = new Set(migrationsOf(models, dialect).map(({ name }) => ownerOf(name)));
  const others = applied.filter(({ name }) => isOfPlugin(name) && !owners.has(ownerOf(name))).map(pluginOf);
  return [...Map.groupBy(others, ({ id }) => id).values()].map((all) => ({
    ...(all.at(-1) as ModelPlugin),
    encrypts: all.some(({ encrypts }) => encrypts),
  }));
}
