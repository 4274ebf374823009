import { readFileSync } from "node:fs";
import type { AnyOperation, Plugin } from "@cadastre/inventory-core";
import { page, table } from "./reference-pages.ts";

const code = (text: string): string => `\`${text}\``;

/** A plugin, and the package that has it. */
export interface PackagedPlugin {
  readonly plugin: Plugin;
  /** Name of its folder below packages/. */
  readonly folder: string;
}

const OTHERS = [
  "## Others",
  "",
  "A plugin is a package that anybody may publish. Those that say so are found on the registry by the keyword " +
    "[`cadastre-plugin`](https://www.npmjs.com/search?q=keywords:cadastre-plugin): put it among the `keywords` of your `package.json`.",
  "",
  "- [Write a plugin](../guides/write-a-plugin.md): records, operations and events of its own, in every door; " +
    "[Write a scanner](../guides/write-a-scanner.md) and [Write a storage](../guides/write-a-storage.md) for one thing each. " +
    "`npm create cadastre@latest` begins one, with its tests and a server that uses it: `--template plugin` for records, `scanner`, " +
    "`storage`, or `authenticator` for [the users of an application](../guides/embed.md#who-is-calling).",
  "- [Use one in a server](../guides/run-the-server.md#a-config-file-and-plugins), by the name of its package in the config file; in a " +
    "program, give it to `createInventory`.",
  "- A plugin says with which versions of the engine it works. One that does not fit ends the start with `PLUGIN_ENGINE_MISMATCH`, " +
    "before the database is opened, and the message says which of the two is behind and what to install. `cadastre doctor` says it " +
    "before a start.",
].join("\n");

/** The plugins that come with the server: what each adds, as it declares it. */
export function pluginsPage(plugins: readonly PackagedPlugin[]): string {
  return page(
    "Plugins",
    "The server is the engine with these plugins. `without` in " +
      "[the config file](../guides/run-the-server.md#a-config-file-and-plugins) leaves any out, but for the HTTP server; a program that " +
      "embeds the engine gives those that it wants.",
    table(
      ["Plugin", "Package", "What it is", "What it adds"],
      plugins.map(({ plugin, folder }) => {
        const { name, description } = manifestOf(folder);
        return [code(plugin.id), code(name), description, additionsOf(plugin).join("; ")];
      }),
    ),
    OTHERS,
  );
}

function manifestOf(folder: string): { readonly name: string; readonly description: string } {
  return JSON.parse(readFileSync(new URL(`../../packages/${folder}/package.json`, import.meta.url), "utf8")) as ReturnType<
    typeof manifestOf
  >;
}

function additionsOf({
  operations = [],
  events = [],
  model,
  scanners = [],
  authenticators = [],
  rawHandlers = [],
}: Plugin): readonly string[] {
  const all: readonly AnyOperation[] = Object.values(operations);
  const groups = [...new Set(all.map(({ id }) => id.slice(0, id.lastIndexOf("."))))];
  const listed = (what: string, names: readonly string[]): readonly string[] => (names.length === 0 ? [] : [`${what} ${names.join(", ")}`]);
  const counted = (count: number, one: string, several: string): readonly string[] =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
  return [
    ...listed(
      "operations",
      groups.map((group) => code(`${group}.…`)),
    ),
    ...listed(
      "events",
      events.map(({ name }) => code(name)),
    ),
    ...listed(
      "scanners",
      scanners.map(({ id }) => code(id)),
    ),
    ...counted(authenticators.length, "way of signing in", "ways of signing in"),
    ...counted(rawHandlers.length, "part of the URL space", "parts of the URL space"),
    ...counted(model?.entities.length ?? 0, "table", "tables"),
  ];
}
