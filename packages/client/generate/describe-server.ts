import { authPlugin } from "@cadastre/auth";
import { oauthPlugin } from "@cadastre/auth/oauth";
import { discoveryScannerPlugin } from "@cadastre/discovery-scanner";
import { httpPlugin, openApiDocument } from "@cadastre/http-h3";
import { type AnyOperation, createInventory, type Host, type JsonSchema } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { mcpPlugin } from "@cadastre/mcp";
import { webhooksPlugin } from "@cadastre/webhooks";

/** What the client is made from. */
export interface Service {
  readonly operations: readonly AnyOperation[];
  readonly events: Host["events"];
  readonly errors: Host["errors"];
  /** What an operation can answer besides success, by its id: codes with their statuses. */
  readonly failures: ReadonlyMap<string, readonly Failure[]>;
  /** What a dry run answers (`DryRunResult`), and what that refers to, by name. */
  readonly dryRun: Readonly<Record<string, JsonSchema>>;
}

/** A code and a status that it comes with. */
export interface Failure {
  readonly status: number;
  readonly code: string;
}

/** Reads the operations off the server with all its plugins. */
export async function describeServer(): Promise<Service> {
  const plugins = [authPlugin(), oauthPlugin(), discoveryScannerPlugin(), webhooksPlugin(), mcpPlugin(), httpPlugin({ port: 0 })];
  await using inventory = await createInventory({ storage: sqlite(":memory:"), plugins });
  const { operations, events, errors } = inventory.host;
  const document = openApiDocument(inventory.host);
  return {
    operations,
    events,
    errors,
    failures: failuresIn(document),
    dryRun: withReferences("DryRunResult", document.components.schemas),
  };
}

/** The operations of the engine alone. */
export async function describeEngine(): Promise<readonly AnyOperation[]> {
  await using inventory = await createInventory({ storage: sqlite(":memory:") });
  return inventory.host.operations;
}

/** A schema and those that it refers to, by name. */
function withReferences(name: string, schemas: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`the document declares no ${name}`);
  const references = [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, referred]) => referred as string);
  return Object.assign({ [name]: schema }, ...references.map((referred) => withReferences(referred, schemas)));
}

/** The published document says which codes each operation can give: those of its own, and those of credentials, limits and bodies. */
function failuresIn(document: ReturnType<typeof openApiDocument>): ReadonlyMap<string, readonly Failure[]> {
  const components = document.components["responses"] as Readonly<Record<string, ErrorResponse>>;
  const failures = new Map<string, readonly Failure[]>();
  for (const described of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const responses = Object.entries(described["responses"] as Readonly<Record<string, { readonly $ref?: string }>>);
    const codes = responses.flatMap(([status, { $ref }]) => {
      const component = $ref === undefined ? undefined : components[$ref.slice($ref.lastIndexOf("/") + 1)];
      return (component === undefined ? [] : codesOf(document, component)).map((code) => ({ status: Number(status), code }));
    });
    failures.set(described["operationId"] as string, codes);
  }
  return failures;
}

interface ErrorResponse {
  readonly content: { readonly "application/json": { readonly schema: { readonly $ref: string } } };
}

/** The schema of an error response is that of all errors with its codes. */
interface ErrorBody {
  readonly allOf: readonly { readonly properties?: { readonly code: { readonly enum?: readonly string[] } } }[];
}

function codesOf(document: ReturnType<typeof openApiDocument>, { content }: ErrorResponse): readonly string[] {
  const { $ref } = content["application/json"].schema;
  const schema = document.components.schemas[$ref.slice($ref.lastIndexOf("/") + 1)] as ErrorBody | undefined;
  const codes = schema?.allOf.flatMap(({ properties }) => properties?.code.enum ?? []) ?? [];
  if (codes.length === 0) throw new Error("an error response of the document names no code");
  return codes;
}
