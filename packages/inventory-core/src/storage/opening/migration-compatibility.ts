import type { AppliedMigration, StorageMigration } from "../../contract/storage/storage.ts";

/** The column of the table of migrations that records which migration a program must know; older databases lack it. */
export const REQUIRES_COLUMN = "requires";

/** What the database records of a migration: the one that a program must know to go on, empty when it need know none. */
export function requirementOf({ name, compatibility }: StorageMigration): string {
  if (compatibility === undefined) return name;
  return compatibility === "additive" ? "" : compatibility.contracts;
}

/**
 * Returns the migrations of a database that keep a program from using it.
 *
 * @param known names of the migrations of a program
 * @param applied the migrations that a database has
 * @returns names of those that the program does not know and cannot go on with
 */
export function incompatibleMigrations(known: ReadonlySet<string>, applied: readonly AppliedMigration[]): readonly string[] {
  return applied
    .filter(({ name, requires }) => !known.has(name) && requires !== "" && !known.has(requires ?? name))
    .map(({ name }) => name);
}

/** @throws when a migration contracts one that is not before it, or of another owner: nobody would know the other */
export function checkContracts(migrations: readonly StorageMigration[]): void {
  const before = new Set<string>();
  for (const { name, compatibility } of migrations) {
    if (typeof compatibility === "object") {
      const { contracts } = compatibility;
      if (!before.has(contracts) || ownerOf(contracts) !== ownerOf(name))
        throw new Error(`the migration ${name} contracts ${contracts}, which is not an earlier migration of ${ownerOf(name)}`);
    }
    before.add(name);
  }
}

/** Who made a migration, by its name: `core`, or the id of a plugin. */
export const ownerOf = (name: string): string => name.slice(0, name.indexOf("/"));
