import { type Draft, draftOf, Problems } from "../../contract/errors/validation.ts";
import type { RecordKind } from "../../contract/record-kind.ts";
import { runAfter, viewOf } from "../../contract/record-extensions.ts";
import type { Change } from "../../contract/storage/write-path.ts";

/** Values that follow from the fields of a record. */
export interface DerivedValues {
  /** Values of fields that callers send, as if they were sent. */
  readonly fields: Draft<Record<string, unknown>>;
  /** Values of fields that the service alone sets. */
  readonly state: Readonly<Record<string, unknown>>;
}

/** The values that follow from the fields of a record. @throws VALIDATION_ERROR at a value unfit for its field */
export async function derivedValues(
  change: Change,
  { functions, kind: { schemas, fields } }: Pick<RecordKind, "functions"> & { readonly kind: Pick<RecordKind, "schemas" | "fields"> },
  { draft, record }: { readonly draft: Draft<Record<string, unknown>>; readonly record: object },
  before: object | undefined,
): Promise<DerivedValues | undefined> {
  if (functions.derive === undefined) return undefined;
  const problems = new Problems();
  const asked = { record: record as never, problems, has: (name: string) => draft.has(name) };
  const values = await functions.derive(asked, viewOf(change), (before ?? null) as null);
  problems.throwIfAny();
  const isState = ([name]: readonly [string, unknown]): boolean =>
    fields.some((field) => field.name === name && field.facts.presence === "state");
  const state = Object.entries(values).filter(isState);
  return {
    fields: draftOf(schemas.update, values) as Draft<Record<string, unknown>>,
    state: Object.fromEntries(state),
  };
}

/** Runs the check of a kind, and then the checks of its extensions. @throws VALIDATION_ERROR, what a check throws */
export async function checkRecord(
  change: Change,
  { name, functions }: Pick<RecordKind, "name" | "functions">,
  record: object,
  before: object | undefined,
): Promise<void> {
  const problems = new Problems();
  await functions.check?.({ record: record as never, problems }, viewOf(change), (before ?? null) as null);
  problems.throwIfAny();
  await change.extensions.check(change, name, record, before);
}

/** Writes the row of a record that is changed or deleted, with what the kind does around it. */
export async function aroundWrite(
  change: Change,
  { functions: { around } }: Pick<RecordKind, "functions">,
  [before, record]: readonly [before: object, record: object | null],
  write: () => Promise<void>,
): Promise<void> {
  if (around === undefined) await write();
  else await around(change, before as never, record as null, write);
}

/** Runs what follows a write: that of the kind, and then that of its extensions. @throws what one of them throws */
export async function afterRecord(
  change: Change,
  { name, functions }: Pick<RecordKind, "name" | "functions">,
  before: object | undefined,
  record: object | undefined,
): Promise<void> {
  await runAfter(change, () => functions.after?.(change, (before ?? null) as null, (record ?? null) as null));
  await change.extensions.after(change, name, before, record);
}
