import type { ModelPlugin, RecordedPlugin } from "../../contract/storage/plugin-migrations.ts";
import type { AppliedMigration, StorageMigration } from "../../contract/storage/storage.ts";

/** Columns of the table of migrations for programs that do not know a migration, with their types; older databases lack them. */
export const RECORD_COLUMNS = [
  { name: "requires", type: "varchar(255)" },
  { name: "plugin", type: "text" },
] as const;

/** A migration with the plugin that it belongs to; none for the core. */
export interface KnownMigration extends StorageMigration {
  readonly plugin?: ModelPlugin | undefined;
}

/**
 * What the database records of a migration: the one that a program must know to go on, empty when it need know none, and what programs
 * without the plugin must know.
 */
export function recordOf({ name, compatibility, changesOthers = false, plugin }: KnownMigration): readonly [string, string | null] {
  const requires = compatibility === undefined ? name : compatibility === "additive" ? "" : compatibility.contracts;
  return [requires, plugin === undefined ? null : JSON.stringify({ ...plugin, changesOthers } satisfies RecordedPlugin)];
}

/** The plugin of a migration that a database has. One that is not recorded is known by the name of the migration, and may have secrets. */
export function pluginOf({ name, plugin }: AppliedMigration): RecordedPlugin {
  if (plugin === null || plugin === undefined) return { id: ownerOf(name), encrypts: true, changesOthers: false };
  return JSON.parse(plugin) as RecordedPlugin;
}

/**
 * Returns the migrations of a database that keep a program from using it.
 *
 * @param known names of the migrations of a program
 * @param applied the migrations that a database has
 * @returns names of those that the program does not know and cannot go on with: of an owner that it knows, by what they require; of a
 * plugin that it does not have, those that changed tables of others
 */
export function incompatibleMigrations(known: ReadonlySet<string>, applied: readonly AppliedMigration[]): readonly string[] {
  const owners = new Set([...known].map(ownerOf));
  return applied
    .filter((migration) => {
      const { name, requires } = migration;
      if (known.has(name)) return false;
      if (isOfPlugin(name) && !owners.has(ownerOf(name))) return pluginOf(migration).changesOthers;
      return requires !== "" && !known.has(requires ?? name);
    })
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

/** The first part of the name of a migration: `core`, or a word of its plugin, which need not be the id. */
export const ownerOf = (name: string): string => name.slice(0, name.indexOf("/"));

/** Whether a migration is of a plugin. Names without an owner are of versions that had no plugins. */
export const isOfPlugin = (name: string): boolean => name.includes("/") && ownerOf(name) !== "core";
