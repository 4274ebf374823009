import { DryRunResult } from "../contract/operations/dry-run.ts";
import { type AnyOperation, isDestructive } from "../contract/operations/operation.ts";
import type { Host } from "../contract/plugin.ts";
import { RECORD_KINDS } from "../records/record-kinds.ts";
import { failureCodesOf } from "./failure-codes.ts";
import { fieldOf, namedTypeOf, read } from "./field-type.ts";
import type { Manifest, ManifestOperation, ManifestOutput } from "./manifest.ts";
import { kindOf } from "./manifest-kind.ts";
import { type OperationSchemas, schemasOf } from "./operation-schemas.ts";

/** What the manifest is read off. */
export type Offer = Pick<Host, "operations" | "errors" | "get">;

/**
 * The operations of a host as data, plugins' included. Codes that no plugin of the host declares are left out.
 * @throws Error for an operation that clients could not call: two fields of one name, or a schema that has no type
 */
export function manifestOf(host: Offer): Manifest {
  const { operations, components } = schemasOf(host.operations, [], [DryRunResult]);
  const described = operations.map((schemas) => operationOf(schemas, errorsOf(host, schemas.operation)));
  const codes = new Set(described.flatMap(({ errors }) => errors));
  return {
    operations: described,
    records: Object.fromEntries(Object.entries(components).map(([name, schema]) => [name, namedTypeOf(schema)])),
    errors: Object.fromEntries(
      Object.entries(host.errors)
        .filter(([code]) => codes.has(code))
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([code, { kind, when }]) => [code, { kind, when }]),
    ),
    kinds: host.get(RECORD_KINDS).inOrder.flatMap(({ kind }) => (kind.doors.has("pages") ? [kindOf(kind)] : [])),
  };
}

/** The operations of declared kinds, with the types and errors that they name. */
export function declaredPartOf({ operations, records, errors, kinds = [] }: Manifest): Manifest {
  const groups = new Set(kinds.map(({ group }) => group));
  const own = operations.filter(({ group }) => groups.has(group));
  const types = new Set<string>();
  for (const operation of own) addTypes(operation, records, types);
  const codes = new Set(own.flatMap((operation) => operation.errors));
  const named = <T>(all: Readonly<Record<string, T>>, names: ReadonlySet<string>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
  return { operations: own, records: named(records, types), errors: named(errors, codes), kinds };
}

/** Adds the names of types that a value refers to, and that these refer to. */
function addTypes(value: unknown, records: Manifest["records"], names: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  if ("kind" in value && value.kind === "reference" && "name" in value && typeof value.name === "string" && !names.has(value.name)) {
    names.add(value.name);
    addTypes(records[value.name], records, names);
  }
  for (const inner of Object.values(value)) addTypes(inner, records, names);
}

const errorsOf = (host: Offer, operation: AnyOperation): string[] =>
  failureCodesOf(host, operation)
    .filter((code) => Object.hasOwn(host.errors, code))
    .toSorted();

function operationOf(schemas: OperationSchemas, errors: string[]): ManifestOperation {
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
    alsoNeeds: [...alsoNeeds],
    ...(self === undefined ? {} : { self }),
    fields: given.map(({ name, in: where, required, schema }) => fieldOf(name, required, schema, where)),
    ...itemsOf(schemas),
    output: outputOf(schemas),
    errors,
    safe,
    idempotent: safe || http.method === "PUT" || http.method === "DELETE",
    idempotencyKey: idempotent !== undefined,
    ...(idempotent === "kept" ? { keepsAnswer: true } : {}),
    destructive: isDestructive(operation),
    ...(operation.noun === undefined ? {} : { noun: operation.noun }),
    ...(operation.dryRun === undefined ? {} : { dryRun: operation.dryRun }),
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
  if (output.kind === "watch") return { kind: "watch", type, endless: output.endless === true };
  if (output.kind === "record") return { kind: "record", type };
  return { kind: "list", type, ...(operation.paged === undefined ? {} : { sortable: Object.keys(operation.paged.sortable) }) };
}
