import { DiscoveryOptions } from "@cadastre/inventory-core";
import { libraryMethods as methods, methodErrors, SchemaBook, schemasOf } from "@cadastre/inventory-core/protocol";
import { ApiWriter, needs, type Surface } from "./api-of.ts";

const SURFACE: Surface = {
  name: "InventoryServices",
  comment: "The operations of the engine as methods, by resource.",
  file: "TextFile",
  watched: (type, { output }) => `AsyncIterable<${output.kind === "watch" && output.endless === true ? `Streamed<${type}>` : type}>`,
  place: (operation) => `In the name of a caller (\`inventory.as\`): ${needs(operation)}`,
  errors: methodErrors,
};

/** The types of the library: of the methods of an inventory. */
export function libraryApi(): string {
  const schemas = schemasOf(methods);
  const discovery = { ...new SchemaBook().input(DiscoveryOptions), description: "How a host runs scans" };
  return [
    `import type { CallOptions, GivenItems, KeyCallOptions, PagedRecordList, RecordList, Streamed } from "../operations/facade.ts";`,
    `import type { TextFile } from "../operations/result.ts";`,
    "",
    new ApiWriter({ ...schemas, components: { ...schemas.components, DiscoveryOptions: discovery } }, SURFACE).types(),
  ].join("\n");
}
