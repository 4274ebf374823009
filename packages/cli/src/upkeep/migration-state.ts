import type { AppliedMigration, DialectName, Plugin } from "@cadastre/inventory-core";
import { incompatibleMigrations } from "@cadastre/inventory-core/upkeep";
import { storedModels } from "../host/stored-plugins.ts";

/** Which migrations a database has, of which the program knows. */
export interface MigrationState {
  readonly applied: readonly string[];
  /** Known and not applied yet. */
  readonly pending: readonly string[];
  /** Applied by a newer program, or by a plugin that this one does not have. */
  readonly unknown: readonly string[];
  /** Those of the unknown with which this program refuses the database; with the others, which only add, it goes on. */
  readonly incompatible: readonly string[];
}

/** @param database the migrations that it has @param plugins those with tables */
export function migrationState(database: readonly AppliedMigration[], dialect: DialectName, plugins: readonly Plugin[]): MigrationState {
  const known = storedModels(plugins).flatMap(({ migrations }) => migrations[dialect].map(({ name }) => name));
  const names = database.map(({ name }) => name);
  return {
    applied: known.filter((name) => names.includes(name)),
    pending: known.filter((name) => !names.includes(name)),
    unknown: names.filter((name) => !known.includes(name)),
    incompatible: incompatibleMigrations(new Set(known), database),
  };
}

/** The owner of a migration: the core or a plugin. */
export const ownerOf = (name: string): string => name.split("/")[0] ?? name;

/** What to do about a database with migrations that this program cannot go on with; undefined when there is none of them. */
export function unknownAdvice({
  applied,
  pending,
  incompatible,
}: MigrationState): { readonly problem: string; readonly remedy: string } | undefined {
  const owners = new Set([...applied, ...pending].map(ownerOf));
  const newer = incompatible.find((name) => owners.has(ownerOf(name)) || !name.includes("/"));
  if (newer !== undefined)
    return {
      problem: `the database has the migration ${newer}, which this version does not know`,
      remedy: "run that newer version, or restore the backup that was made before the upgrade",
    };
  const [other] = incompatible;
  if (other === undefined) return undefined;
  return {
    problem: `the database has the migration ${other} of the plugin ${ownerOf(other)}, which this program does not have`,
    remedy: "start it with that plugin",
  };
}
