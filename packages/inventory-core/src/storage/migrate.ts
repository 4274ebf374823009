import type { MikroORM, MigrationObject } from "@mikro-orm/core";
import { Migration, Migrator } from "@mikro-orm/migrations";
import type { DialectName, StorageMigration, StoredModel } from "../contract/storage.ts";
import { storageErrors } from "./storage-errors.ts";

/** The table that records which migrations have run. */
const MIGRATION_TABLE = "cadastre_migration";

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
 * Brings the database to the newest version. Each dialect keeps other processes off while it runs.
 * @throws DATABASE_TOO_NEW when a newer program has migrated it
 */
export async function migrate(orm: MikroORM, models: readonly StoredModel[], dialect: DialectName, up: () => Promise<unknown>): Promise<void> {
  const known = new Set(models.flatMap((model) => model.migrations[dialect].map((migration) => migration.name)));
  const executed = await orm.migrator.getExecuted();
  const unknown = executed.find((row) => !known.has(row.name));
  if (unknown !== undefined) throw storageErrors.DATABASE_TOO_NEW({ migration: unknown.name });
  if (executed.length < known.size) await up();
}
