import { authPlugin } from "@cadastre/auth";
import { createInventory, definePlugin, type Inventory, type Plugin } from "@cadastre/inventory-core";
import { webhooksPlugin } from "@cadastre/webhooks";
import { access } from "node:fs/promises";
import { chooseDatabase, databaseFile } from "./database.ts";
import { chooseKeys } from "./encryption-keys.ts";
import { createLogger } from "./logger.ts";
import { StartError } from "./run-server.ts";
import { type Environment, readSettings } from "./settings/read-settings.ts";
import type { Settings } from "./settings/settings.ts";

/** How a command opens the database. */
export interface DatabaseCommand {
  /** What of authentication it needs; its tables unless set. */
  readonly auth?: (settings: Settings) => Plugin;
  /** Reads or writes what is encrypted: then every key of it must be there. */
  readonly secrets?: boolean;
  /** Makes the database when it is not there, as the server does at its first start. */
  readonly mayCreate?: boolean;
}

/**
 * Does some work on the database of the settings, while a server runs or not.
 * @throws SettingsError, StartError
 */
export async function withDatabase<T>(environment: Environment, { auth, secrets = false, mayCreate = false }: DatabaseCommand, work: (inventory: Inventory) => Promise<T>): Promise<T> {
  const settings = readSettings(environment);
  try {
    if (!mayCreate) await mustExist(settings);
    const { storage } = await chooseDatabase(settings);
    // Found, never made: a key that a command makes would be no key of what is there.
    const keyRing = chooseKeys(settings, "find");
    // A command prints what it did by itself: what a server tells while it runs is not for its output.
    const logger = createLogger({ level: settings.LOG_LEVEL === "info" ? "warn" : settings.LOG_LEVEL, format: settings.LOG_FORMAT });
    await using inventory = await createInventory({
      storage,
      plugins: [auth?.(settings) ?? tablesOf(authPlugin(), secrets), tablesOf(webhooksPlugin(), secrets)],
      logger,
      ...(keyRing === undefined ? {} : { keyRing }),
      audit: settings.AUDIT_ENABLED,
      auditRetentionDays: settings.AUDIT_RETENTION_DAYS,
      eventRetentionDays: settings.EVENT_RETENTION_DAYS,
      poolUtilizationThreshold: settings.POOL_UTILIZATION_THRESHOLD,
    });
    return await work(inventory);
  } catch (error) {
    throw new StartError(error);
  }
}

/** A database that was made this moment has no differences and no users, which would hide that the path is wrong. */
async function mustExist(settings: Settings): Promise<void> {
  const file = databaseFile(settings);
  if (file === undefined) return;
  await access(file).catch(() => {
    throw new Error(`there is no database at ${file}: set DATA_DIR or DATABASE_URL as for cadastre serve`);
  });
}

/** A plugin's tables belong to the database, but nothing of it runs: no sign-in, no delivery. */
function tablesOf({ id, engine, model, encryptedColumns }: Plugin, withSecrets: boolean): Plugin {
  return definePlugin({ id, engine, ...(model === undefined ? {} : { model }), ...(withSecrets && encryptedColumns !== undefined ? { encryptedColumns } : {}) });
}
