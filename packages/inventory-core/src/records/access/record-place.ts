import type { NamedField, RecordKind, RecordPlace } from "../../contract/record-kind.ts";

/** The place of a kind, as its declaration writes it. */
export function placeFrom(within: string | readonly string[] | { readonly every: readonly string[] } | undefined): RecordPlace | undefined {
  if (within === undefined) return undefined;
  if (typeof within === "string") return { fields: [within], every: false };
  return "length" in within ? { fields: within, every: false } : { fields: within.every, every: true };
}

/** The references of the place of a kind, in their order. */
export const placeFields = ({ within, fields }: Pick<RecordKind, "within" | "fields">): readonly NamedField[] =>
  (within?.fields ?? []).flatMap((name) => fields.find((field) => field.name === name) ?? []);

/** A record that another one is in. */
export interface HomeId {
  /** Its kind. */
  readonly type: string;
  readonly id: string;
}

/** The record that a record is shown in: that of the first reference which is set. */
export function homeOf(kind: Pick<RecordKind, "within" | "fields">, record: Readonly<Record<string, unknown>>): HomeId | undefined {
  for (const { name, facts } of placeFields(kind)) {
    const [id] = [record[name] ?? []].flat() as unknown as readonly string[];
    if (id !== undefined) return { type: facts.to ?? "", id };
  }
  return undefined;
}
