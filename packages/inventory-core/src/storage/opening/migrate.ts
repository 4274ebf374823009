import type { MigrationObject } from "@mikro-orm/core";
import { Migration, Migrator } from "@mikro-orm/migrations";
import type { AppliedMigration, DialectName, StorageMigration, StoredModel } from "../../contract/storage/storage.ts";
import { storageErrors } from "../storage-errors.ts";
import { checkContracts, incompatibleMigrations, ownerOf } from "./migration-compatibility.ts";

/** The table that records which migrations have run. */
export const MIGRATION_TABLE = "cadastre_migration";

function toOrmMigration({ name, statements }: StorageMigration): MigrationObject {
  return {
    name,
    class: class extends Migration {
      override up(): void {
        for (const statement of statements) this.addSql(statement);
      }
    },
  };
}

/** ORM settings that make its migrator run the models' own lists, in order, from the bundle. */
export function migrationOptions(models: readonly StoredModel[], dialect: DialectName) {
  return {
    extensions: [Migrator],
    migrations: {
      tableName: MIGRATION_TABLE,
      migrationsList: models.flatMap((model) => model.migrations[dialect].map(toOrmMigration)),
      snapshot: false,
      silent: true,
    },
  };
}

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

/**
 * Brings the database to the newest version. Each dialect keeps other processes off while it runs.
 * @param executed the migrations that the database has
 * @param up runs what is missing
 * @throws DATABASE_TOO_NEW, DATABASE_NEEDS_PLUGIN
 */
export async function migrate(
  executed: readonly AppliedMigration[],
  models: readonly StoredModel[],
  dialect: DialectName,
  up: (pending: readonly StorageMigration[]) => Promise<unknown>,
): Promise<void> {
  const pending = missingMigrations(models, dialect, executed);
  if (pending.length > 0) await up(pending);
}
