/** How a program imports a plugin: `import { name } from "module"`. */
export interface PluginSource {
  /** Package, or a path of it: `@cadastre/discovery-scanner/leases`. */
  readonly module: string;
  /** Name of the export that returns the plugin. */
  readonly name: string;
}

/** The plugin that owns a model. */
export interface ModelPlugin {
  /** Id of the plugin, which names of its migrations need not begin with. */
  readonly id: string;
  /** How to import it, where the plugin says so. */
  readonly source?: PluginSource | undefined;
  /** Whether it has encrypted columns. */
  readonly encrypts: boolean;
}

/** What the database records of a plugin with each of its migrations. */
export interface RecordedPlugin extends ModelPlugin {
  /** Whether the migration changed tables of others. */
  readonly changesOthers: boolean;
}

/** A migration that a database lacks. */
export interface PendingMigration {
  /** Its name: `auth/0001-users-keys-sessions`. */
  readonly migration: string;
  /** Id of its plugin; null for the core. */
  readonly plugin: string | null;
  /** How to import the plugin, where it says so. */
  readonly source?: PluginSource;
}
