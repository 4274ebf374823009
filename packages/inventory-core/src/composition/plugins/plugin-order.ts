import type { Plugin } from "../../contract/plugin.ts";
import { withRecords, withSearchResults } from "../records/record-plugin.ts";
import { engineMisfit } from "./engine-misfit.ts";
import { pluginErrors } from "./plugin-errors.ts";

const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * The plugins in order of need: each after those it requires, otherwise as given; with what follows from the records that they declare.
 * @throws PLUGIN_INVALID_ID, PLUGIN_DUPLICATE_ID, PLUGIN_ENGINE_MISMATCH, PLUGIN_MISSING_REQUIREMENT, PLUGIN_CYCLE
 */
export function orderPlugins(plugins: readonly Plugin[], engineVersion: string): readonly Plugin[] {
  const byId = new Map<string, Plugin>();
  for (const plugin of plugins) {
    if (!ID.test(plugin.id)) throw pluginErrors.PLUGIN_INVALID_ID({ plugin: plugin.id });
    if (byId.has(plugin.id)) throw pluginErrors.PLUGIN_DUPLICATE_ID({ plugin: plugin.id });
    byId.set(plugin.id, plugin);
    const misfit = engineMisfit(plugin, engineVersion);
    if (misfit !== undefined) throw pluginErrors.PLUGIN_ENGINE_MISMATCH(misfit);
  }
  for (const plugin of plugins) {
    for (const requires of plugin.requires ?? []) {
      if (!byId.has(requires)) throw pluginErrors.PLUGIN_MISSING_REQUIREMENT({ plugin: plugin.id, requires });
    }
  }
  const ordered: Plugin[] = [];
  const done = new Set<string>();
  const visit = (plugin: Plugin, path: readonly string[]): void => {
    if (done.has(plugin.id)) return;
    if (path.includes(plugin.id))
      throw pluginErrors.PLUGIN_CYCLE({ plugin: plugin.id, cycle: [...path.slice(path.indexOf(plugin.id)), plugin.id] });
    for (const requires of plugin.requires ?? []) visit(byId.get(requires) as Plugin, [...path, plugin.id]);
    done.add(plugin.id);
    ordered.push(plugin);
  };
  for (const plugin of plugins) visit(plugin, []);
  const kinds = ordered.flatMap(({ records = [] }) => records);
  return ordered.map((plugin) => withRecords(withSearchResults(plugin, kinds), kinds));
}
