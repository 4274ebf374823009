import type { Plugin, Storage } from "@cadastre/inventory-core";
import { engineMisfit, misfitSentence } from "@cadastre/inventory-core/upkeep";
import { type ConfigFile, isPlugin, isStorage, readConfigFile } from "../settings/config-file.ts";
import type { ModuleUse, StandardPlugin } from "../settings/define-config.ts";
import { type MisspeltName, misspeltNames } from "../settings/misspelt-names.ts";
import { type Environment, readSettings } from "../settings/read-settings.ts";
import type { Settings } from "../settings/settings.ts";
import { SettingsError } from "../settings/settings-error.ts";
import { LoadError, loadModule, type Wanted } from "./load-module.ts";

/** What a host has beside its settings. */
export interface HostParts {
  /** Plugins beside the standard ones. */
  readonly plugins?: readonly Plugin[];
  /** Instead of the one of DATABASE_URL and DATA_DIR. */
  readonly storage?: Storage | undefined;
  /** Standard plugins that do not run. */
  readonly without?: readonly StandardPlugin[];
}

/** Everything that makes a host what it is. */
export interface Configuration {
  readonly settings: Settings;
  readonly parts: HostParts;
  /** Path of the config file, if there is one. */
  readonly file: string | undefined;
  /** Variables of the environment that have no effect and were likely meant to. */
  readonly misspelt: readonly MisspeltName[];
}

const PLUGIN: Wanted = { what: "plugin", remedy: "definePlugin of @cadastre/inventory-core", isOne: isPlugin };
const STORAGE: Wanted = { what: "storage", remedy: "sqlite, postgresql or a custom factory", isOne: isStorage };

/**
 * Reads the settings and loads what the config file names.
 * @throws SettingsError naming everything that is wrong
 */
export async function readConfiguration(environment: Environment): Promise<Configuration> {
  const file = readConfigFile(environment);
  const problems: string[] = [];
  const settings = attempt(() => readSettings(environment, file), problems);
  const parts = file === undefined ? {} : await partsOf(file, environment, problems);
  const misspelt = misspeltNames(environment);
  // What is missing may stand there under a wrong name.
  if (problems.length > 0 || settings === undefined) throw new SettingsError([...problems, ...misspelt.map(({ message }) => message)]);
  return { settings, parts, file: file?.path, misspelt };
}

/** What brings the engine to a server. */
const SERVER_PACKAGE = "@cadastre/cli";

/** The package that an entry of the config file names; undefined for a file, or a plugin that the config file made. */
function packageOf(entry: Plugin | string | ModuleUse): string | undefined {
  const use = typeof entry === "string" ? entry : "use" in entry ? entry.use : undefined;
  // A name, or a name in a scope; what follows is a file of it.
  return use === undefined ? undefined : /^(?:@[^/]+\/)?[^./@][^/]*/.exec(use)?.[0];
}

function attempt<T>(work: () => T, problems: string[]): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

async function partsOf(file: ConfigFile, environment: Environment, problems: string[]): Promise<HostParts> {
  const load = async <T extends object>(entry: string | ModuleUse | T, wanted: Wanted): Promise<T | undefined> => {
    if (wanted.isOne(entry)) return entry as T;
    try {
      return await loadModule<T>(entry as string | ModuleUse, file.path, wanted);
    } catch (error) {
      if (!(error instanceof LoadError)) throw error;
      problems.push(error.message);
      return undefined;
    }
  };
  const plugins: Plugin[] = [];
  // One after the other: they are given in the order in which they start.
  for (const entry of file.plugins) {
    const plugin = await load<Plugin>(entry, PLUGIN);
    if (plugin === undefined) continue;
    const misfit = engineMisfit(plugin);
    if (misfit === undefined) plugins.push(plugin);
    else problems.push(`${file.path}: ${misfitSentence(misfit, { plugin: packageOf(entry), engine: SERVER_PACKAGE })}`);
  }
  const fromEnvironment = ["DATABASE_URL", "DATABASE_URL_FILE"].find((name) => environment[name]);
  const inFile = ["DATABASE_URL", "DATABASE_URL_FILE"].find((name) => file.texts.has(name));
  if (file.storage !== undefined && inFile !== undefined)
    problems.push(`${file.path}: storage and ${inFile} are both set: remove one of them`);
  // The environment goes before the file, here as everywhere.
  const storage = file.storage === undefined || fromEnvironment !== undefined ? undefined : await load<Storage>(file.storage, STORAGE);
  return { plugins, storage, without: file.without };
}
