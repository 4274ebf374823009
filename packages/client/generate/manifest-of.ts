import { isDestructive } from "@cadastre/inventory-core";
import type { Manifest, ManifestOperation, ManifestOutput } from "../src/manifest-types.ts";
import type { Failure, Service } from "./describe-server.ts";
import { fieldOf, read } from "./field-type.ts";
import type { OperationSchemas, Schemas } from "./operation-schemas.ts";

/** The operations as the manifest tells of them. */
export function manifestOf({ errors, failures }: Service, { operations, components }: Schemas): Manifest {
  const described = operations.map((schemas) => operationOf(schemas, failures.get(schemas.operation.id) ?? []));
  const codes = new Set(described.flatMap((operation) => operation.errors));
  return {
    operations: described,
    records: Object.fromEntries(Object.entries(components).map(([name, schema]) => [name, read(schema).type])),
    errors: Object.fromEntries([...codes].toSorted().map((code) => [code, errors[code] ?? undeclared(code)])) as Manifest["errors"],
  };
}

function undeclared(code: string): never {
  throw new Error(`the error ${code} is not declared`);
}

function operationOf(schemas: OperationSchemas, failures: readonly Failure[]): ManifestOperation {
  const { operation, given } = schemas;
  const { id, summary, description, http, access, alsoNeeds = [], self, limit, idempotent } = operation;
  const dot = id.lastIndexOf(".");
  const safe = http.method === "GET";
  return {
    id,
    group: id.slice(0, dot),
    name: id.slice(dot + 1),
    summary,
    ...(description === undefined ? {} : { description }),
    method: http.method,
    path: http.path,
    status: http.status,
    access,
    alsoNeeds,
    ...(self === undefined ? {} : { self }),
    fields: given.map(({ name, in: where, required, schema }) => fieldOf(name, required, schema, where)),
    ...itemsOf(schemas),
    output: outputOf(schemas),
    errors: [...new Set(failures.map(({ code }) => code))].toSorted(),
    safe,
    idempotent: safe || http.method === "PUT" || http.method === "DELETE",
    idempotencyKey: idempotent !== undefined,
    destructive: isDestructive(operation),
    reachesOut: operation.reachesOut === true,
    conditional: conditionalOf(schemas),
    ...(limit === undefined ? {} : { limit }),
  };
}

/** Every record that is read has an ETag, not only those that are changed under a condition. */
function conditionalOf({ operation }: OperationSchemas): ManifestOperation["conditional"] {
  if (operation.http.method === "GET") return operation.output.kind === "record" ? "etag" : "none";
  return operation.conditional === true ? "if-match" : "none";
}

function itemsOf({ operation: { items }, item }: OperationSchemas): Pick<ManifestOperation, "items"> {
  if (items === undefined || item === undefined) return {};
  const { type } = read(item);
  return { items: items.form.kind === "array" ? { form: "array", type, most: items.form.most } : { form: "lines", type } };
}

function outputOf({ operation, answer }: OperationSchemas): ManifestOutput {
  const { output } = operation;
  if (output.kind === "file") return { kind: "file", mediaTypes: Object.keys(output.types) };
  if (output.kind === "empty" || answer === undefined) return { kind: "empty" };
  const { type } = read(answer);
  return output.kind === "watch" ? { kind: "watch", type, endless: output.endless === true } : { kind: output.kind, type };
}
