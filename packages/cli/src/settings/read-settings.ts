import { readFileSync } from "node:fs";
import { type ConfigFile, readConfigFile } from "./config-file.ts";
import { SettingsError } from "./settings-error.ts";
import { infoOf, SETTING_NAMES, type SettingName, Settings, TOGETHER } from "./settings.ts";

/** Where a value comes from: `file` is one that `<NAME>_FILE` names. */
export type SettingSource = "default" | "environment" | "config" | "file";

export interface GivenSetting {
  readonly name: SettingName;
  readonly text: string | undefined;
  readonly source: SettingSource;
  /** The same for people: `environment`, `/etc/cadastre.config.json`, `DATABASE_URL_FILE=/run/secrets/url (environment)`. */
  readonly from: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** One place where settings may stand. */
interface Layer {
  readonly source: "environment" | "config";
  readonly from: string;
  readonly textOf: (key: string) => string | undefined;
}

/**
 * The text of each setting: from the environment, else from the config file, else the default. In each of the two a secret
 * may also be in a file that `<NAME>_FILE` names. An empty variable is none: compose files make them.
 * @throws SettingsError when a file cannot be read or a secret is given twice
 */
export function givenSettings(
  environment: Environment,
  config: ConfigFile | undefined = readConfigFile(environment),
): readonly GivenSetting[] {
  const layers: Layer[] = [{ source: "environment", from: "environment", textOf: (key) => environment[key] || undefined }];
  if (config !== undefined) layers.push({ source: "config", from: config.path, textOf: (key) => config.texts.get(key) });
  const problems: string[] = [];
  const given = SETTING_NAMES.map((name): GivenSetting => {
    for (const layer of layers) {
      const found = inLayer(layer, name, problems);
      if (found !== undefined) return found;
    }
    return { name, text: infoOf(name).fallback, source: "default", from: "default" };
  });
  if (problems.length > 0) throw new SettingsError(problems);
  return given;
}

function inLayer({ source, from, textOf }: Layer, name: SettingName, problems: string[]): GivenSetting | undefined {
  const text = textOf(name);
  const file = infoOf(name).secret === true ? textOf(`${name}_FILE`) : undefined;
  const where = source === "environment" ? "" : ` in ${from}`;
  if (text !== undefined && file !== undefined) problems.push(`${name} and ${name}_FILE are both set${where}: set only one of them`);
  if (text !== undefined) return { name, text, source, from };
  if (file === undefined) return undefined;
  const named = { name, source: "file", from: `${name}_FILE=${file} (${from})` } as const;
  try {
    return { ...named, text: readFileSync(file, "utf8").replace(/\r?\n$/, "") };
  } catch (error) {
    problems.push(`${name}_FILE names ${file}${where}, which cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return { ...named, text: undefined };
  }
}

/**
 * The settings of the environment and of the config file.
 * @throws SettingsError naming everything that is wrong and where it stands, never with the value of a secret
 */
export function readSettings(environment: Environment, config: ConfigFile | undefined = readConfigFile(environment)): Settings {
  const given = new Map(givenSettings(environment, config).map((setting) => [setting.name, setting]));
  const texts = new Map([...given.values()].flatMap(({ name, text }) => (text === undefined ? [] : [[name, text] as const])));
  const problems = TOGETHER.flatMap(([one, other]) => {
    if (texts.has(one) === texts.has(other)) return [];
    const [missing, set] = texts.has(one) ? [other, one] : [one, other];
    return [`${missing} is required when ${set} is set`];
  });
  if (texts.get("SESSION_STORE_TYPE")?.toLowerCase() === "valkey" && !texts.has("VALKEY_URL"))
    problems.push("VALKEY_URL is required when SESSION_STORE_TYPE is valkey");
  const result = Settings.safeParse(Object.fromEntries(texts));
  if (result.data?.MCP_OAUTH_ENABLED === true && !texts.has("MCP_OAUTH_ISSUER_URL"))
    problems.push("MCP_OAUTH_ISSUER_URL is required when MCP_OAUTH_ENABLED is true");
  const { BASE_PATH: base, MCP_OAUTH_ISSUER_URL: issuer } = result.data ?? {};
  if (issuer !== undefined && base !== undefined && `${new URL(issuer).origin}${base}` !== issuer) {
    problems.push(
      `MCP_OAUTH_ISSUER_URL is ${issuer} but BASE_PATH is ${JSON.stringify(base)}: the URL must end with the base path, as in ` +
        `${new URL(issuer).origin}${base}`,
    );
  }
  if (result.success && problems.length === 0) return result.data;
  for (const issue of result.error?.issues ?? []) {
    const name = String(issue.path[0]) as SettingName;
    const from = given.get(name)?.from ?? "default";
    const shown = infoOf(name).secret === true ? "" : `it is ${JSON.stringify(texts.get(name))}, `;
    problems.push(`${name} ${issue.message} (${shown}from ${from === "environment" ? "the environment" : from})`);
  }
  throw new SettingsError(problems);
}
