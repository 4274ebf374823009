// The complete public surface of @cadastre/cli: what programs need that start the same server themselves.

export { serve, type RunningServer } from "./server/serve.ts";
export { readSettings, type Environment } from "./settings/read-settings.ts";
export { SettingsError } from "./settings/settings-error.ts";
export {
  type Config,
  defineConfig,
  type ModuleUse,
  type PluginEntry,
  type StandardPlugin,
  type StorageEntry,
} from "./settings/define-config.ts";
export { type Settings, SETTING_NAMES, type SettingName } from "./settings/settings.ts";
export { createLogger, type LoggerOptions } from "./server/logger.ts";
export { describeSettings, type SettingDescription } from "./settings/describe-settings.ts";
export { type Configuration, type HostParts, readConfiguration } from "./host/configuration.ts";
