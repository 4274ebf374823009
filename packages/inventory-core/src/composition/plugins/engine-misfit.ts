import satisfies from "semver/functions/satisfies.js";
import gtr from "semver/ranges/gtr.js";
import validRange from "semver/ranges/valid.js";
import type { Plugin } from "../../contract/plugin.ts";
import { ENGINE_VERSION } from "../../version.ts";

/** A plugin that does not work with an engine. */
export interface EngineMisfit {
  /** Id of the plugin. */
  readonly plugin: string;
  /** The engine versions that it declares: a semver range, or an invalid one. */
  readonly wants: string;
  /** The version that there is. */
  readonly engine: string;
  /** Which of the two is behind; `range` when the declared range is invalid. */
  readonly behind: "engine" | "plugin" | "range";
}

/**
 * Why a plugin does not work with an engine, undefined when it does. Hosts look before anything is opened, by this.
 * @param engine version of the engine; that of this one unless given
 */
export function engineMisfit(
  { id, engine: wants = "*" }: Pick<Plugin, "id" | "engine">,
  engine: string = ENGINE_VERSION,
): EngineMisfit | undefined {
  if (validRange(wants) === null) return { plugin: id, wants, engine, behind: "range" };
  if (satisfies(engine, wants, { includePrerelease: true })) return undefined;
  return { plugin: id, wants, engine, behind: gtr(engine, wants, { includePrerelease: true }) ? "plugin" : "engine" };
}

/** The range as a shell takes it behind the name of a package. */
const atRange = (wants: string): string => (/^[\w.^~-]+$/.test(wants) ? `@${wants}` : `@"${wants}"`);

/** What to install, by the names of packages. */
export interface MisfitPackages {
  /** The package with the plugin, as far as it is known. */
  readonly plugin?: string | undefined;
  /** The package that brings the engine. */
  readonly engine: string;
}

/** What is wrong, and what to run. */
export function misfitSentence(
  { plugin, wants, engine, behind }: EngineMisfit,
  packages: MisfitPackages = { engine: "@cadastre/inventory-core" },
): string {
  if (behind === "range")
    return (
      `plugin ${plugin} says that it works with engine ${JSON.stringify(wants)}, which is no range of versions: ` +
      `write one in definePlugin, such as ^${engine}`
    );
  const about = `plugin ${plugin} works with engine ${wants}, and this is ${engine}`;
  const engineThen = `npm install ${packages.engine}${atRange(wants)}`;
  const pluginThen =
    packages.plugin === undefined
      ? "a later version of the plugin"
      : `a later version of the plugin, npm install ${packages.plugin}@latest`;
  return behind === "engine"
    ? `${about}: upgrade the engine, ${engineThen}, or use an earlier version of the plugin`
    : `${about}: upgrade to ${pluginThen}, or go back to the engine that it works with, ${engineThen}`;
}
