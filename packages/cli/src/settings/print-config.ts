import type { Plugin } from "@cadastre/inventory-core";
import { readConfiguration } from "../host/configuration.ts";
import { standardPlugins } from "../host/standard-plugins.ts";
import { print } from "../say.ts";
import { STANDARD_PLUGINS } from "./define-config.ts";
import { settingsInForce } from "./describe-settings.ts";
import type { Environment } from "./read-settings.ts";

/** Prints what a server would run with. @throws SettingsError, after the settings are printed when only their values are wrong */
export async function printConfig(environment: Environment, json: boolean): Promise<void> {
  const settings = settingsInForce(environment);
  const lines = settings.map(({ name, value, from }) => `${name}=${value ?? ""}  # ${from}`);
  if (!json) print(lines.join("\n"));
  const { settings: values, parts, file, misspelt } = await readConfiguration(environment);
  const without = parts.without ?? [];
  const standard = (await standardPlugins(values, without, parts.plugins)).filter(({ id }) => !(without as readonly string[]).includes(id));
  const named = ({ id, engine = "*" }: Plugin, from: string) => ({ id, engine, from });
  const plugins = [
    ...standard.map((plugin) => named(plugin, "standard")),
    ...(parts.plugins ?? []).map((plugin) => named(plugin, file ?? "")),
    { id: "http", engine: "*", from: "standard" },
  ];
  const storage = parts.storage === undefined ? null : { name: parts.storage.name, from: file ?? "" };
  if (json) {
    print(
      JSON.stringify({
        file: file ?? null,
        settings,
        plugins,
        without,
        storage,
        misspelt: misspelt.map(({ name, meant }) => ({ name, meant })),
      }),
    );
    return;
  }
  for (const { message } of misspelt) print(`# ${message}`);
  print(`# config file: ${file ?? "none"}`);
  print(`# plugins: ${plugins.map(({ id, from }) => (from === "standard" ? id : `${id} (${from})`)).join(", ")}`);
  if (without.length > 0) print(`# left out: ${STANDARD_PLUGINS.filter((id) => without.includes(id)).join(", ")}`);
  if (storage !== null) print(`# storage: ${storage.name} (${storage.from})`);
}
