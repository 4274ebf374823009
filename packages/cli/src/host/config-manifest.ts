import { httpPlugin } from "@cadastre/http-h3";
import { createInventory, definePlugin, type Plugin } from "@cadastre/inventory-core";
import { type Manifest, manifestOf } from "@cadastre/inventory-core/protocol";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import type { Environment } from "../settings/read-settings.ts";
import { readConfiguration } from "./configuration.ts";
import { standardPlugins } from "./standard-plugins.ts";

/**
 * The manifest of the server that the settings and the config file describe, without a server or a database: nothing of it is started.
 * @throws SettingsError
 */
export async function configManifest(environment: Environment): Promise<Manifest> {
  const { settings, parts } = await readConfiguration(environment);
  const own = parts.plugins ?? [];
  const standard = await standardPlugins(settings, parts.without ?? [], own);
  const byId = new Map([...standard, ...own, httpPlugin()].map((plugin) => [plugin.id, declarationsOf(plugin)]));
  await using inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [...byId.values()] });
  return manifestOf(inventory.host);
}

/** What a plugin says that it has, without what it does. */
function declarationsOf({ id, engine, services, permissions, events, errors, operations, records, model: tables }: Plugin): Plugin {
  // Kinds that are older than their declaration have tables of the plugin.
  const model = records?.some(({ earlier }) => earlier !== undefined) === true ? tables : undefined;
  const given = { services, permissions, events, errors, operations, records, model };
  return definePlugin({ id, engine, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) });
}
