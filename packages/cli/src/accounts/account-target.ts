import { databaseEnvironment } from "../client/connection/database-address.ts";
import { DEFAULT_PROFILE, profileOf, readProfiles } from "../client/connection/profile-file.ts";
import type { TargetOptions } from "../client/connection/target.ts";
import type { Terminal } from "../client/terminal.ts";
import { configPath, namedConfig } from "../settings/config-path.ts";
import type { Environment } from "../settings/read-settings.ts";

export type AccountOptions = TargetOptions & { readonly quiet?: boolean; readonly verbose?: boolean };

/** Where a command on accounts works. */
export type AccountTarget = { readonly kind: "server" } | { readonly kind: "database"; readonly environment: Environment };

const DATABASE_SETTINGS = ["DATABASE_URL", "DATABASE_URL_FILE", "DATA_DIR"] as const;

/**
 * A server where one is named, the database otherwise. Flags decide before the environment, and there the database goes
 * first: whoever sets it up exports its settings, or names the config file that has them. A config file that only lies in
 * the working directory comes after the environment, and a profile that somebody signed in to last.
 * @throws CommandFailure; SettingsError for a config file that cannot be used
 */
export async function accountTarget(options: AccountOptions, environment: Environment, terminal: Terminal): Promise<AccountTarget> {
  const database: AccountTarget = { kind: "database", environment };
  if (options.database !== undefined) return { kind: "database", environment: await databaseEnvironment(options.database, environment) };
  if (options.apiUrl !== undefined || options.profile !== undefined) return { kind: "server" };
  const has = (name: string): boolean => (environment[name] ?? "") !== "";
  if (DATABASE_SETTINGS.some(has)) return database;
  const inFile = await fileHasDatabase(environment);
  if (inFile && namedConfig(environment) !== undefined) return database;
  if (has("SERVICE_API_URL") || has("SERVICE_PROFILE")) return { kind: "server" };
  if (inFile) return database;
  const file = readProfiles(terminal);
  const { api_token, session } = profileOf(file, file.profile ?? DEFAULT_PROFILE) ?? {};
  return api_token === undefined && session === undefined ? database : { kind: "server" };
}

/** Whether the config file says which database there is. */
async function fileHasDatabase(environment: Environment): Promise<boolean> {
  if (configPath(environment) === undefined) return false;
  const { readConfigFile } = await import("../settings/config-file.ts");
  const config = readConfigFile(environment);
  return config !== undefined && (config.storage !== undefined || DATABASE_SETTINGS.some((name) => config.texts.has(name)));
}
