import { defineErrors, errorOf } from "../../contract/errors/error.ts";
import { type EngineMisfit, misfitSentence } from "./engine-misfit.ts";

/** Which plugin an error is about. */
export interface AboutPlugin {
  readonly plugin: string;
}

/** Why a host refuses to start with its plugins. Each names the plugin at fault. */
export const pluginErrors = defineErrors({
  PLUGIN_INVALID_ID: errorOf(
    "invalid",
    "a plugin's id is not of the form",
    (d: AboutPlugin) => `plugin id ${JSON.stringify(d.plugin)} must be lower-case words joined by hyphens`,
  ),
  PLUGIN_DUPLICATE_ID: errorOf("invalid", "two plugins have one id", (d: AboutPlugin) => `plugin ${d.plugin} is given twice: give it once`),
  PLUGIN_ENGINE_MISMATCH: errorOf("invalid", "a plugin was made for another version of the engine", (d: EngineMisfit) => misfitSentence(d)),
  PLUGIN_MISSING_REQUIREMENT: errorOf(
    "invalid",
    "a plugin needs another that is not there",
    (d: AboutPlugin & { requires: string }) => `plugin ${d.plugin} requires the plugin ${d.requires}: add it to the plugins`,
  ),
  PLUGIN_CYCLE: errorOf(
    "invalid",
    "plugins require each other in a ring",
    (d: AboutPlugin & { cycle: readonly string[] }) => `plugin ${d.plugin} requires itself: ${d.cycle.join(" -> ")}`,
  ),
  PLUGIN_DUPLICATE_CONTRIBUTION: errorOf(
    "invalid",
    "two plugins contribute the same thing",
    (d: AboutPlugin & { other: string; what: string }) => `plugin ${d.plugin} contributes ${d.what}, which ${d.other} contributes already`,
  ),
  PLUGIN_UNKNOWN_SERVICE: errorOf(
    "invalid",
    "a service is to be replaced that nobody provides",
    (d: AboutPlugin & { service: string }) =>
      `${d.plugin} replaces the service ${d.service}, which does not exist here: give the plugin that provides it, or leave this out`,
  ),
  PLUGIN_UNKNOWN_PERMISSION: errorOf(
    "invalid",
    "an operation or an event requires a permission that no plugin declares",
    (d: AboutPlugin & { what: string; permission: string }) =>
      `${d.what} of plugin ${d.plugin} requires the permission ${d.permission}, which no plugin declares: ` +
      "declare it with definePermissions",
  ),
  PLUGIN_UNDECIDED_OPERATION: errorOf(
    "invalid",
    "an operation about accounts does not say whether an OAuth token may call it",
    (d: AboutPlugin & { operation: string; permission: string }) =>
      `operation ${d.operation} of plugin ${d.plugin} needs ${d.permission}, which is about accounts: say whether an OAuth token may ` +
      `call it with delegable: true or false`,
  ),
  PLUGIN_START_FAILED: errorOf(
    "internal",
    "a plugin failed to start; the others were stopped",
    (d: AboutPlugin & { reason: string }) => `plugin ${d.plugin} failed to start: ${d.reason}`,
  ),
});
