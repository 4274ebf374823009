import { type ManifestType, type Manifest, manifest, type ManifestField, type ManifestOperation } from "@cadastre/client/manifest";
import { toldManifest } from "../plugins/told-manifest.ts";
import type { CommandSpec } from "./command-table.ts";

interface Known {
  readonly manifest: Manifest;
  readonly byId: ReadonlyMap<string, ManifestOperation>;
}

const knownOf = (all: Manifest): Known => ({ manifest: all, byId: new Map(all.operations.map((operation) => [operation.id, operation])) });

const own = knownOf(manifest);
const withPlugins = new WeakMap<Manifest, Known>();

/** Our operations as this version knows them, and beside them those that the plugins of the server added. */
function known(): Known {
  const told = toldManifest();
  if (told === undefined) return own;
  const before = withPlugins.get(told);
  if (before !== undefined) return before;
  const found = knownOf({
    operations: [...manifest.operations, ...told.operations.filter(({ id }) => !own.byId.has(id))],
    records: { ...told.records, ...manifest.records },
    errors: { ...told.errors, ...manifest.errors },
  });
  withPlugins.set(told, found);
  return found;
}

/** Everything that is known to be callable. */
export const knownManifest = (): Manifest => known().manifest;

/** Operations of plugins. */
export const addedOperations = (): readonly ManifestOperation[] => knownManifest().operations.slice(manifest.operations.length);

/** @throws Error for an id that no operation has: a mistake in a table of ours, which a test finds */
export function operationOf(id: string): ManifestOperation {
  const operation = findOperation(id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  return operation;
}

export const findOperation = (id: string): ManifestOperation | undefined => known().byId.get(id);

/** The type itself, where one is named. */
export function typeOf(type: ManifestType): ManifestType {
  if (type.kind !== "reference") return type;
  const found = knownManifest().records[type.name];
  return found === undefined ? { kind: "json" } : typeOf(found);
}

/** Fields of a type; none where it is no object. */
export function fieldsOf(type: ManifestType): readonly ManifestField[] {
  const found = typeOf(type);
  return found.kind === "object" ? found.fields : [];
}

/** The fields that the answer of an operation has; of a field of it, where its rows are there. */
export function answerFields({ output }: ManifestOperation, rows?: string): readonly ManifestField[] {
  if (output.kind === "empty" || output.kind === "file") return [];
  const fields = fieldsOf(output.type);
  if (rows === undefined) return fields;
  const type = fields.find(({ name }) => name === rows)?.type;
  const list = type === undefined ? undefined : typeOf(type);
  return list?.kind === "array" ? fieldsOf(list.items) : [];
}

const answers = (output: ManifestOperation["output"], type: string): boolean =>
  output.kind === "record" && output.type.kind === "reference" && output.type.name === type;

/** Whether an operation answers a plan, with or without its effects. */
export const answersPlan = ({ output }: ManifestOperation): boolean => answers(output, "Plan") || answers(output, "PlanReading");

/** Whether a call writes addresses of a device, or moves a device that may have some. */
export function placesAddresses({ safe, output, fields }: ManifestOperation, values: Readonly<Record<string, unknown>>): boolean {
  if (safe || !answers(output, "Device")) return false;
  const takesAddresses = fields.some(({ name }) => name === "addresses");
  return !takesAddresses || values["addresses"] !== undefined || values["datacenter_id"] !== undefined;
}

/** What takes records away. */
export const removes = ({ method }: ManifestOperation): boolean => method === "DELETE";

/** Whether it deletes many records in one call: `bulkDelete` of any group. */
export const removesMany = ({ name }: ManifestOperation): boolean => name === "bulkDelete";

/** Whether it asks first. */
export const asksFirst = (operation: ManifestOperation, spec: CommandSpec): boolean =>
  (removes(operation) && spec.harmless !== true) || removesMany(operation);
