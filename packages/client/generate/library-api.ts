import { type AnyOperation, DiscoveryOptions } from "@cadastre/inventory-core";
import { methodErrors, SchemaBook, schemasOf } from "@cadastre/inventory-core/protocol";
import { ApiWriter, needs, type Surface } from "./api-of.ts";

/** Groups that a program which embeds the engine has no use for: it knows who is calling, how it was set up, and what it has. */
const NOT_METHODS: ReadonlySet<string> = new Set(["auth", "config", "manifest"]);

const SURFACE: Surface = {
  name: "InventoryServices",
  comment: "The operations of the engine as methods, by resource.",
  file: "TextFile",
  watched: (type) => `AsyncIterable<${type}>`,
  place: (operation) => `In the name of a caller (\`inventory.as\`): ${needs(operation)}`,
  errors: methodErrors,
};

/** The types of the library: of the operations of an engine without plugins. */
export function libraryApi(operations: readonly AnyOperation[]): string {
  const methods = operations.filter(({ id }) => !NOT_METHODS.has(id.slice(0, id.indexOf("."))));
  const schemas = schemasOf(methods);
  const discovery = { ...new SchemaBook().input(DiscoveryOptions), description: "How a host runs scans" };
  return [
    `import type { CallOptions, GivenItems, RecordList } from "../operations/facade.ts";`,
    `import type { TextFile } from "../operations/result.ts";`,
    "",
    new ApiWriter({ ...schemas, components: { ...schemas.components, DiscoveryOptions: discovery } }, SURFACE).types(),
  ].join("\n");
}
