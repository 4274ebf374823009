import { authAdministration } from "@cadastre/auth";
import { createInventory, type Inventory, type Plugin } from "@cadastre/inventory-core";
import { chooseDatabase, mustExist } from "./database.ts";
import { chooseKeys } from "./encryption-keys.ts";
import { CommandFailure } from "../exit-codes.ts";
import { readConfiguration } from "../host/configuration.ts";
import { EngineFailure } from "../host/engine-failure.ts";
import { inventoryOptionsOf } from "../host/inventory-options.ts";
import { operationsOf, recordsOf, withoutTables } from "../host/standard-plugins.ts";
import { pluginsThere, storedPlugins } from "../host/stored-plugins.ts";
import { createLogger } from "../server/logger.ts";
import { noteOnce } from "../say.ts";
import type { Environment } from "../settings/read-settings.ts";
import type { Settings } from "../settings/settings.ts";

/** How a command opens the database. */
export interface DatabaseCommand {
  /** What of authentication it needs; its tables unless set. */
  readonly auth?: (settings: Settings) => Plugin;
  /** Reads or writes what is encrypted: then every key of it must be there. */
  readonly secrets?: boolean;
  /** The operations of the plugins of the config file can be called. */
  readonly operations?: boolean;
  /** Only reads: it opens the database read-only where the storage can, so that it starts no background work and changes nothing. */
  readonly reads?: boolean;
  /** Makes the database when it is not there, as the server does at its first start, and applies pending migrations. */
  readonly mayCreate?: boolean;
  /** Applies pending migrations of the core and of plugins whose tables are there; otherwise a database that has some is refused. */
  readonly migrates?: boolean;
  /** Ids of plugins without whose tables it cannot work. All others are left out of a database that does not have their tables. */
  readonly requires?: readonly string[];
  /** Plugins that it needs beside authentication; of all others only the tables are there. */
  readonly plugins?: (settings: Settings) => Promise<readonly Plugin[]>;
}

/** Users, roles and keys without signing in. */
export const administrationOf = ({ BCRYPT_COST: bcryptCost }: Settings): Plugin => authAdministration({ bcryptCost });

/**
 * Does some work on the database of the settings, whether a server runs or not.
 * @throws SettingsError, EngineFailure
 */
export async function withDatabase<T>(
  environment: Environment,
  command: DatabaseCommand,
  work: (inventory: Inventory) => Promise<T>,
): Promise<T> {
  await using inventory = await openDatabase(environment, command);
  try {
    return await work(inventory);
  } catch (error) {
    throw error instanceof CommandFailure ? error : new EngineFailure(error);
  }
}

/**
 * Opens the database of the settings, whether a server runs or not.
 * @throws SettingsError, EngineFailure
 */
export async function openDatabase(
  environment: Environment,
  {
    auth,
    secrets = false,
    reads = false,
    operations = false,
    mayCreate = false,
    migrates = mayCreate,
    requires = [],
    plugins,
  }: DatabaseCommand,
): Promise<Inventory> {
  const { settings, parts, misspelt } = await readConfiguration(environment);
  // It may be what should have named another database.
  for (const { message } of misspelt) noteOnce(message);
  try {
    if (!mayCreate && parts.storage === undefined) await mustExist(settings);
    const { storage } = await chooseDatabase(settings, parts.storage);
    // Found, never made: a key that a command makes would be no key of what is there.
    const keyRing = chooseKeys(settings, "find", storage);
    // A command prints what it did by itself: what a server tells while it runs is not for its output.
    const logger = createLogger({ level: settings.LOG_LEVEL === "info" ? "warn" : settings.LOG_LEVEL, format: settings.LOG_FORMAT });
    // Those of the config file have tables too; one may stand in for a standard plugin.
    const own = new Set(operations ? parts.plugins : []);
    const byId = new Map(
      storedPlugins(parts.plugins, parts.without).map((plugin) => [
        plugin.id,
        own.has(plugin) ? operationsOf(plugin) : recordsOf(plugin, secrets),
      ]),
    );
    const running = [...(auth === undefined ? [] : [auth(settings)]), ...((await plugins?.(settings)) ?? [])];
    for (const plugin of running) byId.set(plugin.id, plugin);
    const applied = await storage.migrations();
    const all = [...byId.values()];
    const isNew = mayCreate && applied.length === 0;
    const there = new Set(isNew ? all : pluginsThere(all, applied, storage.dialect));
    return await createInventory({
      storage,
      plugins: all.flatMap((plugin) => {
        if (there.has(plugin) || requires.includes(plugin.id)) return [plugin];
        const needed = [plugin, ...(plugin.requires ?? []).flatMap((id) => byId.get(id) ?? [])].filter((one) => !there.has(one));
        return operations ? [withoutTables(plugin, needed, storage.dialect)] : [];
      }),
      migrate: migrates,
      readOnly: reads && !migrates && storage.capabilities.readOnly === true,
      logger,
      ...(keyRing === undefined ? {} : { keyRing }),
      ...inventoryOptionsOf(settings),
    });
  } catch (error) {
    throw new EngineFailure(error);
  }
}
