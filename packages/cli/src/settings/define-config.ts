import type { Plugin, Storage } from "@cadastre/inventory-core";
import type { SettingName } from "./settings.ts";

/** Something of a module: of a package by its name, or of a file by its path from the config file. */
export interface ModuleUse {
  /** `@acme/cadastre-racks`, `./static-scanner.ts`. */
  readonly use: string;
  /** Which of its exports; `default` unless given. */
  readonly export?: string;
  /** What the export is called with, when it is a function. */
  readonly options?: unknown;
}

/** A plugin, or where it is: a module that exports one, or a function that makes one. */
export type PluginEntry = string | ModuleUse | Plugin;

/** A storage, or where it is: a module that exports one, or a function that makes one. */
export type StorageEntry = string | ModuleUse | Storage;

/** Plugins of the server that can be left out. They get no tables and keep those that they have, so that they can come back. */
export const STANDARD_PLUGINS = [
  "auth",
  "oauth",
  "webhooks",
  "lease-sources",
  "discovery-scanner",
  "discovery-agent",
  "discovery-snmp",
  "mcp",
  "web-ui",
] as const;

export type StandardPlugin = (typeof STANDARD_PLUGINS)[number];

/** A setting as it may be written: a list is as good as its entries separated by commas. */
type SettingValue = string | number | boolean | readonly (string | number)[];

/** What `cadastre.config.ts`, `.js` or `.json` says. The environment goes before it. */
export type Config = { readonly [Name in SettingName | `${SettingName}_FILE`]?: SettingValue } & {
  /** Plugins beside the standard ones, in the order in which they start. */
  readonly plugins?: readonly PluginEntry[];
  /** What the data is in, instead of DATABASE_URL and DATA_DIR. */
  readonly storage?: StorageEntry;
  /** Standard plugins that do not run. */
  readonly without?: readonly StandardPlugin[];
};

/**
 * Checks the type of a config and gives it back.
 *
 * @example
 * export default defineConfig({ LISTEN_ADDR: ":8080", plugins: ["./static-scanner.ts"], without: ["mcp"] });
 */
export function defineConfig(config: Config): Config {
  return config;
}
