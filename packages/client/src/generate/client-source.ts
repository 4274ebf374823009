import type { Manifest } from "../generated/api.ts";
import { manifest as own } from "../manifest.ts";
import { kindsOf } from "../answers/error-kind.ts";
import { apiOf } from "./api-of.ts";
import { errorCodesOf } from "./error-codes-of.ts";
import { routesOf } from "./routes-of.ts";

/** What generated types may need of this package. */
const TYPES = [
  "Callable",
  "CallOptions",
  "ClientOptions",
  "GivenItems",
  "PagedRecordList",
  "RecordList",
  "ServiceFile",
  "Watched",
] as const;

/**
 * A client for what a manifest has, as one TypeScript module: records, inputs, a typed method for each operation, codes of errors, and
 * `createClient`. It imports this package and nothing else.
 * @param source where the manifest comes from, in words, for the head of the module: `https://inventory.example.com`
 */
export function clientSource(manifest: Manifest, source: string): string {
  const body = [apiOf(manifest), clientPart(manifest), ...codesPart(manifest)].join("\n");
  const types = TYPES.filter((name) => new RegExp(String.raw`\b${name}\b`).test(body)).map((name) => `type ${name}`);
  return [
    `// Generated from the operations of ${source.replaceAll(/\s+/g, " ")} by \`cadastre client generate\`. ` +
      "Run it again after an upgrade; do not edit.",
    `import { ${[...types, "clientOf"].join(", ")} } from "@cadastre/client";`,
    "",
    body,
  ].join("\n");
}

function clientPart(manifest: Manifest): string {
  return [
    "const ROUTES = {",
    ...routesOf(manifest),
    "};",
    "",
    "/** Kinds of codes that the status of an answer does not tell. */",
    `const KINDS = ${JSON.stringify(kindsOf(manifest.errors))} as const;`,
    "",
    "/** The service as an object, with the operations of its plugins. */",
    "export interface Client extends Operations, Callable<Calls> {}",
    "",
    "/** A client of one server. It holds no connection, and nothing needs to be closed. @throws TypeError for an invalid base URL */",
    "export const createClient = (options: ClientOptions): Client => clientOf<Client>(ROUTES, options, KINDS);",
    "",
  ].join("\n");
}

/** Codes that this package does not know, so that `error.code === "RACK_EXISTS"` is no typo. */
function codesPart({ errors }: Manifest): readonly string[] {
  const others = Object.fromEntries(Object.entries(errors).filter(([code]) => !Object.hasOwn(own.errors, code)));
  if (Object.keys(others).length === 0) return [];
  return [
    [
      'declare module "@cadastre/client" {',
      "  interface ErrorCodes {",
      ...errorCodesOf({ errors: others }).map((line) => `  ${line}`),
      "  }",
      "}",
      "",
    ].join("\n"),
  ];
}
