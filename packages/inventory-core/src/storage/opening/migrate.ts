import type { AppliedMigration, DialectName, StorageMigration, StoredModel } from "../../contract/storage/storage.ts";
import { storageErrors } from "../storage-errors.ts";
import { checkContracts, incompatibleMigrations, ownerOf } from "./migration-compatibility.ts";

/** The table that records which migrations have run. */
export const MIGRATION_TABLE = "cadastre_migration";

/**
 * @param known names of the migrations of this program
 * @param executed the migrations that the database has
 * @throws DATABASE_TOO_NEW when a newer program migrated it in a way that this one cannot go on with, DATABASE_NEEDS_PLUGIN when one
 * did that has further plugins
 */
export function refuseUnknown(known: ReadonlySet<string>, executed: readonly AppliedMigration[]): void {
  const unknown = incompatibleMigrations(known, executed);
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
 * @param executed the migrations that the database has
 * @returns those that are missing
 * @throws DATABASE_TOO_NEW, DATABASE_NEEDS_PLUGIN
 */
export function missingMigrations(
  models: readonly StoredModel[],
  dialect: DialectName,
  executed: readonly AppliedMigration[],
): readonly StorageMigration[] {
  const known = migrationsOf(models, dialect);
  checkContracts(known);
  refuseUnknown(new Set(known.map(({ name }) => name)), executed);
  const done = new Set(executed.map(({ name }) => name));
  return known.filter(({ name }) => !done.has(name));
}
