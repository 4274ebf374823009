import { type FieldType, manifest, type ManifestField, type ManifestOperation } from "@cadastre/client/manifest";
import type { CommandSpec } from "./command-table.ts";

const byId: ReadonlyMap<string, ManifestOperation> = new Map(manifest.operations.map((operation) => [operation.id, operation]));

/** @throws Error for an id that no operation has: a mistake in a table of ours, which a test finds */
export function operationOf(id: string): ManifestOperation {
  const operation = byId.get(id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  return operation;
}

export const findOperation = (id: string): ManifestOperation | undefined => byId.get(id);

/** The type itself, where one is named. */
export function typeOf(type: FieldType): FieldType {
  if (type.kind !== "reference") return type;
  const found = manifest.records[type.name];
  return found === undefined ? { kind: "json" } : typeOf(found);
}

/** Fields of a type; none where it is no object. */
export function fieldsOf(type: FieldType): readonly ManifestField[] {
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

/** Whether a call writes addresses of a device, or moves a device that may have some. */
export function placesAddresses({ safe, output, fields }: ManifestOperation, values: Readonly<Record<string, unknown>>): boolean {
  if (safe || output.kind !== "record" || output.type.kind !== "reference" || output.type.name !== "Device") return false;
  const takesAddresses = fields.some(({ name }) => name === "addresses");
  return !takesAddresses || values["addresses"] !== undefined || values["datacenter_id"] !== undefined;
}

/** What takes records away. */
export const removes = ({ method }: ManifestOperation): boolean => method === "DELETE";

/** Whether it asks first. */
export const asksFirst = (operation: ManifestOperation, spec: CommandSpec): boolean => removes(operation) && spec.harmless !== true;
