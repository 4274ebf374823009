import type { Plugin } from "@cadastre/inventory-core";
import { CommandFailure } from "../exit-codes.ts";
import { readConfiguration } from "../host/configuration.ts";
import { storedPlugins } from "../host/stored-plugins.ts";
import { noteOnce } from "../say.ts";
import type { Environment } from "../settings/read-settings.ts";
import type { Settings } from "../settings/settings.ts";

/** What the upkeep of a database needs to know of its server. */
export interface UpkeepConfiguration {
  readonly settings: Settings;
  /** The plugins that have tables, without those that the config file leaves out. */
  readonly plugins: readonly Plugin[];
}

/** @throws SettingsError; CommandFailure when the config file has a storage of its own, of which these commands know nothing */
export async function upkeepConfiguration(environment: Environment): Promise<UpkeepConfiguration> {
  const { settings, parts, file, misspelt } = await readConfiguration(environment);
  for (const { message } of misspelt) noteOnce(message);
  if (parts.storage !== undefined)
    throw new CommandFailure(
      `the server keeps its data in the storage ${parts.storage.name} of ${file ?? "the config file"}: use the tools of that ` +
        `storage, or set DATABASE_URL`,
    );
  return { settings, plugins: storedPlugins(parts.plugins, parts.without) };
}
