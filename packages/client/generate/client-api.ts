import type { AnyOperation } from "@cadastre/inventory-core";
import { ApiWriter, needs, type Surface } from "./api-of.ts";
import type { Service } from "./describe-server.ts";
import type { Schemas } from "./operation-schemas.ts";

/** The types of the client. */
export function clientApi(schemas: Schemas, { dryRun, failures }: Pick<Service, "dryRun" | "failures">): string {
  const surface: Surface = {
    name: "Operations",
    comment: "Every operation, by group and name.",
    file: "ServiceFile",
    watched: (type) => `Watched<${type}>`,
    place: (operation) => `\`${operation.http.method} ${operation.http.path}\`, ${needs(operation)}`,
    errors: (operation) => codesOf(operation, failures),
  };
  const writer = new ApiWriter({ ...schemas, components: { ...schemas.components, ...dryRun } }, surface);
  return [
    `import type { CallOptions, GivenItems, RecordList, ServiceFile, Watched } from "../answers/answers.ts";`,
    "",
    writer.types(),
    writer.calls(),
  ].join("\n");
}

/** Those that the operation declares come first. */
function codesOf({ id, errors = [] }: AnyOperation, failures: Service["failures"]): readonly string[] {
  return [...new Set([...errors, ...(failures.get(id) ?? []).map(({ code }) => code)])];
}
