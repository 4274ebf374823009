import { shallowReactive, shallowRef } from "vue";

// Labels of custom fields and names of records are on the server. Texts ask for them, and are drawn again when they are there.

/** Labels of custom fields by `fields.<name>`. */
const labels = shallowRef<ReadonlyMap<string, string>>(new Map());
/** Names of records by id; null if the record does not exist or the user may not read it. */
const names = shallowReactive(new Map<string, string | null>());

/** How long a name is good: records and fields are renamed. */
const GOOD_FOR_MS = 15_000;
const readAt = new Map<string, number>();

/** Reads what texts need. */
interface Reader {
  readonly labels: () => void;
  readonly name: (id: string) => void;
}
let reader: Reader | undefined;

export function readTextsBy(next: Reader): void {
  reader = next;
}

/** Asks for a text that is not known, or was read long ago. */
function want(key: string, read: (() => void) | undefined): void {
  if (read === undefined || performance.now() - (readAt.get(key) ?? -Infinity) < GOOD_FOR_MS) return;
  readAt.set(key, performance.now());
  read();
}

/** The label of a custom field by `fields.<name>`; undefined if it is unknown. */
export function customLabel(name: string): string | undefined {
  const label = labels.value.get(name);
  if (label === undefined) want("", reader?.labels);
  return label;
}

export function learnLabels(fields: readonly { readonly name: string; readonly label: string }[]): void {
  labels.value = new Map(fields.map(({ name, label }) => [`fields.${name}`, label]));
}

/** Keeps names of records that are known from elsewhere, such as those that a plan creates. */
export function learnNames(records: readonly { readonly id: string; readonly name: string | null }[]): void {
  for (const { id, name } of records) if (name !== "" && names.get(id) !== name && (name !== null || !names.get(id))) names.set(id, name);
}

/** The name of a record; null if it does not exist, undefined while it is loading. */
export function recordName(id: string): string | null | undefined {
  want(id, () => reader?.name(id));
  return names.get(id);
}

export function forgetTexts(): void {
  labels.value = new Map();
  names.clear();
  readAt.clear();
}
