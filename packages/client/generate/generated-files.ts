import { clientApi } from "./client-api.ts";
import { describeEngine, describeServer } from "./describe-server.ts";
import { errorCodesOf } from "./error-codes-of.ts";
import type { Manifest } from "../src/manifest-types.ts";
import { manifestOf } from "./manifest-of.ts";
import { libraryApi } from "./library-api.ts";
import { relationshipTypesOf } from "./relationship-types-of.ts";
import { schemasOf } from "./operation-schemas.ts";
import { routesOf } from "./routes-of.ts";

const HEAD = "// Generated from the operations by `npx --yes pnpm@12 docs:reference`. Change these, not this file.\n";

/** The root of the repository. */
export const ROOT = new URL("../../../", import.meta.url);

/** Folders that hold nothing but generated files. */
export const FOLDERS = ["packages/client/src/generated/", "packages/inventory-core/src/contract/generated/"] as const;

/** The generated files of the client and the library as they should be, by their paths from the root. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const service = await describeServer();
  const schemas = schemasOf(service.operations, service.events);
  const [client, library] = FOLDERS;
  return new Map([
    [`${client}manifest.json`, manifestText(manifestOf(service, schemas))],
    [`${client}routes.ts`, HEAD + routesOf(schemas, service)],
    [`${client}error-codes.ts`, HEAD + errorCodesOf(service)],
    [`${client}relationship-types.ts`, HEAD + relationshipTypesOf()],
    [`${client}api.ts`, HEAD + clientApi(schemas, service)],
    [`${library}api.ts`, HEAD + libraryApi(await describeEngine())],
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
