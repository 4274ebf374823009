import type { ModelPlugin, PendingMigration } from "../../contract/storage/plugin-migrations.ts";
import type { AppliedMigration, DialectName, StoredModel } from "../../contract/storage/storage.ts";
import { migrationsOf, pendingOf, pluginsNotLoaded, refusalOf } from "./migrate.ts";
import { incompatibleMigrations } from "./migration-compatibility.ts";

/** Which migrations a database has, of which the program knows. */
export interface MigrationStatus {
  /** Names of those that the program knows, in order. */
  readonly applied: readonly string[];
  /** Those that the program knows and the database lacks, in order. */
  readonly pending: readonly PendingMigration[];
  /** Names of those that the program does not know: of a newer program, or of a plugin that it does not have. */
  readonly unknown: readonly string[];
  /** Names of the unknown ones with which the program refuses the database. */
  readonly incompatible: readonly string[];
  /** Plugins whose tables the database has and the program does not load. */
  readonly notLoaded: readonly ModelPlugin[];
  /** Why the program refuses the database: DATABASE_TOO_NEW or DATABASE_NEEDS_PLUGIN. Undefined when it opens it. */
  readonly refusal: Error | undefined;
}

/** @param database the migrations that it has @param models what the program stores */
export function statusOf(database: readonly AppliedMigration[], dialect: DialectName, models: readonly StoredModel[]): MigrationStatus {
  const known = migrationsOf(models, dialect);
  const knownNames = new Set(known.map(({ name }) => name));
  const names = new Set(database.map(({ name }) => name));
  return {
    applied: known.filter(({ name }) => names.has(name)).map(({ name }) => name),
    pending: known.filter(({ name }) => !names.has(name)).map(pendingOf),
    unknown: [...names].filter((name) => !knownNames.has(name)),
    incompatible: incompatibleMigrations(knownNames, database),
    notLoaded: pluginsNotLoaded(models, dialect, database),
    refusal: refusalOf(knownNames, database),
  };
}
