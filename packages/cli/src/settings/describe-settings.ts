import { type Environment, type GivenSetting, givenSettings } from "./read-settings.ts";
import { infoOf, SETTING_NAMES, type SettingInfo } from "./settings.ts";

const MASK = "********";

/** The settings with their descriptions and defaults, for the help. */
export function settingsHelp(): string {
  const lines = SETTING_NAMES.map((name) => {
    const { description, fallback, secret } = infoOf(name);
    const notes = [...(fallback ? [`default ${fallback}`] : []), ...(secret === true ? [`or ${name}_FILE for a file with the value`] : [])];
    return `  ${name}\n      ${description}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`;
  });
  return [
    "Settings, read from the environment, else from the config file (--config, CADASTRE_CONFIG, or cadastre.config.ts, .js or .json " +
      "in the working directory):",
    ...lines,
  ].join("\n");
}

/** What is to be known of a setting. */
export interface SettingDescription extends SettingInfo {
  readonly name: string;
}

/** Every setting, in the order of the help: what the reference is made of. */
export function describeSettings(): readonly SettingDescription[] {
  return SETTING_NAMES.map((name) => ({ name, ...infoOf(name) }));
}

/** A setting as it may be shown. */
export interface ShownSetting {
  readonly name: string;
  /** Null when it is not set; secrets are masked. */
  readonly value: string | null;
  /** `default`, `environment`, the path of the config file, or `<NAME>_FILE=<path>` and where that stands. */
  readonly from: string;
}

/** What is in force and where it comes from. @throws SettingsError */
export function settingsInForce(environment: Environment): readonly ShownSetting[] {
  return givenSettings(environment).map(shown);
}

function shown({ name, text, from }: GivenSetting): ShownSetting {
  if (text === undefined) return { name, value: null, from: "not set" };
  return { name, value: infoOf(name).secret === true ? MASK : text, from };
}
