// The complete public surface of @cadastre/cli: what programs need that start the same server themselves.

export { serve, type RunningServer } from "./serve.ts";
export { readSettings, SettingsError, type Environment } from "./settings/read-settings.ts";
export { type Settings, SETTING_NAMES, type SettingName } from "./settings/settings.ts";
export { createLogger, type LoggerOptions } from "./logger.ts";
