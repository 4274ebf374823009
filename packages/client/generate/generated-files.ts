import { apiOf } from "./api-of.ts";
import { describeServer } from "./describe-server.ts";
import { errorCodesOf } from "./error-codes-of.ts";
import type { Manifest } from "../src/manifest-types.ts";
import { manifestOf } from "./manifest-of.ts";
import { relationshipTypesOf } from "./relationship-types-of.ts";
import { schemasOf } from "./operation-schemas.ts";
import { routesOf } from "./routes-of.ts";

const HEAD = "// Generated from the operations by `npx --yes pnpm@12 docs:reference`. Change these, not this file.\n";

/** Where the files are. */
export const FOLDER = new URL("../src/generated/", import.meta.url);

/** The files of src/generated as they should be, by name. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const service = await describeServer();
  const schemas = schemasOf(service.operations);
  return new Map([
    ["manifest.json", manifestText(manifestOf(service, schemas))],
    ["routes.ts", HEAD + routesOf(schemas, service)],
    ["error-codes.ts", HEAD + errorCodesOf(service)],
    ["relationship-types.ts", HEAD + relationshipTypesOf()],
    ["api.ts", HEAD + apiOf({ ...schemas, components: { ...schemas.components, DryRunResult: service.dryRun } })],
  ]);
}

/** A line for each operation, record and error: small, and a change shows where it is. */
function manifestText({ operations, records, errors }: Manifest): string {
  const lines = (entries: readonly string[]): string => entries.join(",\n");
  const named = (values: object): string =>
    lines(Object.entries(values).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`));
  const called = lines(operations.map((operation) => JSON.stringify(operation)));
  return `{"operations":[\n${called}\n],"records":{\n${named(records)}\n},"errors":{\n${named(errors)}\n}}\n`;
}
