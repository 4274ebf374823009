import { readFileSync } from "node:fs";
import { infoOf, SETTING_NAMES, type SettingName, Settings, TOGETHER } from "./settings.ts";

/** Where a value comes from. */
export type SettingSource = "default" | "environment" | "file";

export interface GivenSetting {
  readonly name: SettingName;
  readonly text: string | undefined;
  readonly source: SettingSource;
}

/** Settings that are wrong, each with a sentence. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`the settings are wrong:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "SettingsError";
    this.problems = problems;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The text of each setting: from the environment, for secrets also from the file that `<NAME>_FILE` names, else the default.
 * An empty variable is none: compose files make them.
 * @throws SettingsError when a file cannot be read or a secret is given twice
 */
export function givenSettings(environment: Environment): readonly GivenSetting[] {
  const problems: string[] = [];
  const given = SETTING_NAMES.map((name): GivenSetting => {
    const { secret, fallback } = infoOf(name);
    const text = environment[name] || undefined;
    const file = secret === true ? environment[`${name}_FILE`] || undefined : undefined;
    if (text !== undefined && file !== undefined) problems.push(`${name} and ${name}_FILE are both set: set one of them`);
    if (text !== undefined) return { name, text, source: "environment" };
    if (file === undefined) return { name, text: fallback, source: "default" };
    try {
      return { name, text: readFileSync(file, "utf8").replace(/\r?\n$/, ""), source: "file" };
    } catch (error) {
      problems.push(`${name}_FILE names ${file}, which cannot be read: ${error instanceof Error ? error.message : String(error)}`);
      return { name, text: undefined, source: "file" };
    }
  });
  if (problems.length > 0) throw new SettingsError(problems);
  return given;
}

/** @throws SettingsError naming everything that is wrong, never with the value of a secret */
export function readSettings(environment: Environment): Settings {
  const given = givenSettings(environment);
  const texts = new Map(given.flatMap(({ name, text }) => (text === undefined ? [] : [[name, text] as const])));
  const problems = TOGETHER.flatMap(([one, other]) => {
    if (texts.has(one) === texts.has(other)) return [];
    const [missing, set] = texts.has(one) ? [other, one] : [one, other];
    return [`${missing} is needed when ${set} is set`];
  });
  if (texts.get("SESSION_STORE_TYPE")?.toLowerCase() === "valkey" && !texts.has("VALKEY_URL")) problems.push("VALKEY_URL is needed when SESSION_STORE_TYPE is valkey");
  const result = Settings.safeParse(Object.fromEntries(texts));
  if (result.data?.MCP_OAUTH_ENABLED === true && !texts.has("MCP_OAUTH_ISSUER_URL")) problems.push("MCP_OAUTH_ISSUER_URL is needed when MCP_OAUTH_ENABLED is true");
  if (result.success && problems.length === 0) return result.data;
  for (const issue of result.error?.issues ?? []) {
    const name = String(issue.path[0]) as SettingName;
    const shown = infoOf(name).secret === true ? "" : ` (it is ${JSON.stringify(texts.get(name))})`;
    problems.push(`${name} ${issue.message}${shown}`);
  }
  throw new SettingsError(problems);
}
