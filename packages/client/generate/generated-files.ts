import { DryRunResult, schemasOf } from "@cadastre/inventory-core/protocol";
import { kindsOf } from "../src/answers/error-kind.ts";
import { errorCodesOf } from "../src/generate/error-codes-of.ts";
import { routesOf } from "../src/generate/routes-of.ts";
import type { Manifest } from "../src/manifest.ts";
import { clientApi } from "./client-api.ts";
import { describeServer } from "./describe-server.ts";
import { libraryApi } from "./library-api.ts";
import { relationshipTypesOf } from "./relationship-types-of.ts";

const HEAD = "// Generated from the operations by `npx --yes pnpm@12 docs:reference`. Change these, not this file.\n";

/** The root of the repository. */
export const ROOT = new URL("../../../", import.meta.url);

/** Folders that hold nothing but generated files. */
export const FOLDERS = ["packages/client/src/generated/", "packages/inventory-core/src/contract/generated/"] as const;

/** The generated files of the client and the library as they should be, by their paths from the root. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const { operations, events, manifest } = await describeServer();
  const [client, library] = FOLDERS;
  return new Map([
    [`${client}manifest.json`, manifestText(manifest)],
    [`${client}routes.ts`, HEAD + routesFile(manifest)],
    [`${client}error-codes.ts`, HEAD + errorCodesFile(manifest)],
    [`${client}relationship-types.ts`, HEAD + relationshipTypesOf()],
    [`${client}api.ts`, HEAD + clientApi(schemasOf(operations, events, [DryRunResult]), manifest)],
    [`${library}api.ts`, HEAD + libraryApi()],
  ]);
}

function routesFile(manifest: Manifest): string {
  return [
    "/** Of each operation: method, path, where its fields go besides the path (query, body, none), what it answers, and `keyed` " +
      "when it takes an Idempotency-Key, `kept` when the service keeps the answer to it, `array` or `lines` when its body is many " +
      "values. */",
    "export const ROUTES = {",
    ...routesOf(manifest),
    "} as const;",
    "",
    "/** Kinds of codes that the status does not tell. */",
    `export const KIND_OF_CODE: Readonly<Record<string, "exhausted">> = ${JSON.stringify(kindsOf(manifest.errors))};`,
    "",
  ].join("\n");
}

function errorCodesFile(manifest: Manifest): string {
  return [
    "/** Codes of errors that the service answers calls with, and their kinds. */",
    "export interface ServiceErrorCodes {",
    ...errorCodesOf(manifest),
    "}",
    "",
  ].join("\n");
}

/** A line for each operation, record and error: small, and a change shows where it is. */
function manifestText({ operations, records, errors }: Manifest): string {
  const lines = (entries: readonly string[]): string => entries.join(",\n");
  const named = (values: object): string =>
    lines(Object.entries(values).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`));
  const called = lines(operations.map((operation) => JSON.stringify(operation)));
  return `{"operations":[\n${called}\n],"records":{\n${named(records)}\n},"errors":{\n${named(errors)}\n}}\n`;
}
