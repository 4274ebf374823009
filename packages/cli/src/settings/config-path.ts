import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** Names under which a config file is found in the working directory, the first that is there. */
const CONFIG_FILES = [
  "cadastre.config.ts",
  "cadastre.config.mts",
  "cadastre.config.js",
  "cadastre.config.mjs",
  "cadastre.config.json",
] as const;

/** The config file that CADASTRE_CONFIG (`--config`) names, whether it is there or not; undefined when it names none. */
export const namedConfig = (environment: Readonly<Record<string, string | undefined>>): string | undefined =>
  environment["CADASTRE_CONFIG"] || undefined;

/** Absolute path of the config file that is named, or else of the one in the working directory; undefined when there is none. */
export function configPath(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const found = namedConfig(environment) ?? CONFIG_FILES.find((name) => existsSync(name));
  return found === undefined ? undefined : resolve(found);
}
