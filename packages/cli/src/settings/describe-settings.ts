import { type Environment, givenSettings } from "./read-settings.ts";
import { infoOf, SETTING_NAMES } from "./settings.ts";

const MASK = "********";

/** The settings with their descriptions and defaults, for the help. */
export function settingsHelp(): string {
  const lines = SETTING_NAMES.map((name) => {
    const { description, fallback, secret } = infoOf(name);
    const notes = [...(fallback ? [`default ${fallback}`] : []), ...(secret === true ? [`or ${name}_FILE, a file that has it`] : [])];
    return `  ${name}\n      ${description}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`;
  });
  return ["Settings, read from the environment:", ...lines].join("\n");
}

/** What is in force, one `NAME=value` a line with where it comes from; secrets are masked. @throws SettingsError */
export function settingsInForce(environment: Environment): string {
  const given = givenSettings(environment);
  return given
    .map(({ name, text, source }) => {
      const value = text === undefined ? "" : infoOf(name).secret === true ? MASK : text;
      return `${name}=${value}  # ${text === undefined ? "not set" : source}`;
    })
    .join("\n");
}
