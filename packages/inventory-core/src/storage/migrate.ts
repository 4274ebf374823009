import type { MikroORM, MigrationObject } from "@mikro-orm/core";
import { Migration, Migrator } from "@mikro-orm/migrations";
import type { DialectName, StorageMigration, StoredModel } from "../contract/storage.ts";
import { storageErrors } from "./storage-errors.ts";

/** The table that records which migrations have run. */
export const MIGRATION_TABLE = "cadastre_migration";

/** Statement that reads the names of the migrations that have run, as `name`. */
export const MIGRATION_NAMES = `select name from ${MIGRATION_TABLE}`;

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
 * @param executed names of the migrations that the database has
 * @returns whether some are missing
 * @throws DATABASE_TOO_NEW when it has one that a newer program made
 */
export function lacksMigrations(models: readonly StoredModel[], dialect: DialectName, executed: readonly string[]): boolean {
  const known = new Set(models.flatMap((model) => model.migrations[dialect].map((migration) => migration.name)));
  const unknown = executed.find((name) => !known.has(name));
  if (unknown !== undefined) throw storageErrors.DATABASE_TOO_NEW({ migration: unknown });
  return executed.length < known.size;
}

/**
 * Brings the database to the newest version. Each dialect keeps other processes off while it runs.
 * @throws DATABASE_TOO_NEW
 */
export async function migrate(orm: MikroORM, models: readonly StoredModel[], dialect: DialectName, up: () => Promise<unknown>): Promise<void> {
  const executed = await orm.migrator.getExecuted();
  if (lacksMigrations(models, dialect, executed.map(({ name }) => name))) await up();
}
