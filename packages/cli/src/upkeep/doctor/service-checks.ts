import type { Plugin } from "@cadastre/inventory-core";
import { nameOfToken } from "@cadastre/inventory-core/upkeep";
import { STANDARD_PLUGINS } from "../../settings/define-config.ts";
import type { Settings } from "../../settings/settings.ts";
import { type Finding, ok } from "./finding.ts";

/** Services that plugins of others bind in place of ours. Nothing is wrong with that, and whoever looks for a cause wants to know. */
export async function checkServices(_: Settings, plugins: readonly Plugin[]): Promise<readonly Finding[]> {
  const others = plugins.filter(({ id }) => !STANDARD_PLUGINS.some((standard) => standard === id));
  const replaced = others.flatMap(({ id, replaces = [] }) => replaces.map(({ token }) => `${nameOfToken(token)} by the plugin ${id}`));
  return [ok("services", replaced.length === 0 ? "none is replaced" : `replaced: ${replaced.join(", ")}`)];
}
