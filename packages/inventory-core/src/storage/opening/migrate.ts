import type { DialectName, StorageMigration, StoredModel } from "../../contract/storage/storage.ts";
import { storageErrors } from "../storage-errors.ts";

/** The table that records which migrations have run. */
export const MIGRATION_TABLE = "cadastre_migration";

/** Statement that reads the names of the migrations that have run, as `name`. */
export const MIGRATION_NAMES = `select name from ${MIGRATION_TABLE}`;

/** Who made a migration, by its name: `core`, or the id of a plugin. */
const ownerOf = (name: string): string => name.slice(0, name.indexOf("/"));

/**
 * @param known names of the migrations of this program
 * @param executed names of the migrations that the database has
 * @throws DATABASE_TOO_NEW when a newer program migrated it, DATABASE_NEEDS_PLUGIN when one did that has further plugins
 */
export function refuseUnknown(known: ReadonlySet<string>, executed: readonly string[]): void {
  const unknown = executed.filter((name) => !known.has(name));
  const owners = new Set([...known].map(ownerOf));
  const newer = unknown.find((name) => owners.has(ownerOf(name)));
  if (newer !== undefined) throw storageErrors.DATABASE_TOO_NEW({ migration: newer });
  const [other] = unknown;
  if (other === undefined) return;
  throw other.includes("/")
    ? storageErrors.DATABASE_NEEDS_PLUGIN({ plugin: ownerOf(other), migration: other })
    : storageErrors.DATABASE_TOO_NEW({ migration: other });
}

/** Every migration of a dialect, in order. */
export function migrationsOf(models: readonly StoredModel[], dialect: DialectName): readonly StorageMigration[] {
  return models.flatMap((model) => model.migrations[dialect]);
}

/**
 * @param executed names of the migrations that the database has
 * @returns those that are missing
 * @throws DATABASE_TOO_NEW, DATABASE_NEEDS_PLUGIN
 */
export function missingMigrations(
  models: readonly StoredModel[],
  dialect: DialectName,
  executed: readonly string[],
): readonly StorageMigration[] {
  const known = migrationsOf(models, dialect);
  refuseUnknown(new Set(known.map(({ name }) => name)), executed);
  const done = new Set(executed);
  return known.filter(({ name }) => !done.has(name));
}
