import { createHash } from "node:crypto";
import type { Draft } from "../contract/errors/validation.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { definitionsOf, type FieldDefinition } from "./definitions.ts";
import { valueTable } from "./value-tables.ts";
import { canonical, keyOfValue, valueOfText, valueProblem } from "./field-types.ts";
import type { FieldRecord, OwnFields, OwnValue } from "./own-fields.ts";
import { unset } from "./stored-values.ts";

/** A draft of a record that may have own fields. */
export type OwnDraft = Draft<{ fields: OwnFields }> | Draft<Partial<{ fields: OwnFields }>>;

/**
 * The own fields of a record after a draft: those that it names are set, or unset by null, the others stay. What is wrong is added to its
 * problems, at `fields.<name>`.
 * @param before those of the record as it is; none of a new one, which must have what is required
 */
export async function checkOwnFields(queries: Queries, record: FieldRecord, draft: OwnDraft, before?: OwnFields): Promise<OwnFields> {
  const sent = draft.fields.fields;
  if (before !== undefined && sent === undefined) return before;
  return checkAgainst(await definitionsOf(queries, record), record, draft, before);
}

/** {@link checkOwnFields} with definitions that are known already. */
export function checkAgainst(definitions: readonly FieldDefinition[], record: FieldRecord, draft: OwnDraft, before?: OwnFields): OwnFields {
  const sent = draft.fields.fields;
  if (sent === undefined) return before ?? unset(definitions);
  const fields: OwnFields = before === undefined ? unset(definitions) : { ...before };
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  for (const [name, value] of Object.entries(sent)) {
    const definition = byName.get(name);
    const problem = definition === undefined ? unknownField(record) : sentProblem(definition, value, before === undefined);
    if (problem === undefined) fields[name] = canonical(value);
    else draft.problems.add(`fields.${name}`, problem);
  }
  if (before === undefined)
    for (const { name, required } of definitions) if (required && !isSet(sent, name)) draft.problems.add(`fields.${name}`, "is required");
  return fields;
}

const unknownField = (record: FieldRecord): string => `is no field of ${record}s: define it first, or see GET /api/fields`;

const isSet = (sent: OwnFields, name: string): boolean => Object.hasOwn(sent, name) && !isNone(sent[name]);

/** An empty text is none where a value is required. */
const isNone = (value: OwnValue | undefined): boolean => value === null || value === undefined || value === "";

function sentProblem(definition: FieldDefinition, value: OwnValue, isNew: boolean): string | undefined {
  if (definition.required && isNone(value)) return isNew ? "is required" : "is required: it cannot be unset";
  return value === null ? undefined : valueProblem(definition, value);
}

/** Values of a file of texts, as far as the definitions say what they stand for; the others stay, for the check to tell of. */
export function ownFieldsOfTexts(definitions: readonly FieldDefinition[], given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]: [string, unknown]) => {
      const definition = byName.get(name);
      // An export names fields that nobody uses, too.
      if (definition === undefined && value === null) return [];
      if (definition === undefined || typeof value !== "string") return [[name, value]];
      return [[name, valueOfText(definition, value) ?? value]];
    }),
  );
}

/** Own fields of a record that is to be written. */
export interface UniqueRecord {
  readonly id: string;
  readonly fields: OwnFields;
  readonly before?: OwnFields | undefined;
}

/** Locks that writers of one unique field share between them: a change of any number of records takes no more. */
const BUCKETS = 64;

/**
 * Of each record, why its values may not be written: a field is unique, and another record, or one before it here, has the value. Nobody
 * else can write one of these values until the end of the change; that the database refuses it, too, is a second line.
 */
export async function uniqueBreaches(
  change: Change,
  record: FieldRecord,
  records: readonly UniqueRecord[],
  isNamed = true,
): Promise<readonly (string | undefined)[]> {
  const unique = (await definitionsOf(change, record)).filter((definition) => definition.unique);
  if (unique.length === 0) return records.map(() => undefined);
  const claims = records.map(({ fields, before }) => uniqueClaims(unique, fields, before));
  const all = claims.flat();
  if (all.length === 0) return records.map(() => undefined);
  const buckets = new Set(all.map(({ definition, key }) => `field ${definition.id} ${bucketOf(key)}`));
  await change.lock(...[...buckets].map((name) => ({ on: "name", name }) as const));
  const owners = new Map(await ownersOf(change, record, all));
  return claims.map((own, index) => {
    const { id } = records[index] as UniqueRecord;
    const taken = own.find(({ place }) => owners.has(place) && owners.get(place) !== id);
    if (taken !== undefined)
      return takenBy(record, taken.definition, taken.value, isNamed ? (owners.get(taken.place) as string) : undefined);
    for (const { place } of own) owners.set(place, id);
    return undefined;
  });
}

/** A value that no two records may have. */
export interface UniqueClaim {
  readonly definition: FieldDefinition;
  readonly value: NonNullable<OwnValue>;
  readonly key: string;
  /** Field and value. */
  readonly place: string;
}

/** The unique values of a record, without those that it has already. */
export function uniqueClaims(definitions: readonly FieldDefinition[], fields: OwnFields, before?: OwnFields): readonly UniqueClaim[] {
  return definitions.flatMap((definition) => {
    const value = Object.hasOwn(fields, definition.name) ? (fields[definition.name] ?? null) : null;
    if (!definition.unique || value === null || before?.[definition.name] === value) return [];
    const key = keyOfValue(value);
    return [{ definition, value, key, place: `${definition.id} ${key}` }];
  });
}

/** Digits of the length of an id. */
const LENGTH_DIGITS = 4;
const ID_LENGTH = `cast(substr(k.value, 1, ${LENGTH_DIGITS}) as integer)`;

/** The records that have unique values, by field and value. */
export async function ownersOf(
  queries: Queries,
  record: FieldRecord,
  claims: readonly UniqueClaim[],
): Promise<ReadonlyMap<string, string>> {
  if (claims.length === 0) return new Map();
  // Each pair is one text: given a list of fields and a list of keys, a database would search every field for every key.
  const pairs = new Set(claims.map(({ definition: { id }, key }) => `${String(id.length).padStart(LENGTH_DIGITS, "0")}${id}${key}`));
  const rows = await queries.all<{ field_id: string; unique_key: string; record_id: string }>(
    `select v.field_id, v.unique_key, v.record_id from list(?) k
     cross join ${valueTable(record).name} v where v.field_id = substr(k.value, ${LENGTH_DIGITS + 1}, ${ID_LENGTH})
       and v.unique_key = substr(k.value, ${LENGTH_DIGITS + 1} + ${ID_LENGTH})`,
    [[...pairs]],
  );
  return new Map(rows.map(({ field_id: field, unique_key: key, record_id: id }) => [`${field} ${key}`, id]));
}

/**
 * @param isNamed whether the error names the other record
 * @throws ALREADY_EXISTS when another record has a value that must be unique
 */
export async function refuseTaken(change: Change, record: FieldRecord, one: UniqueRecord, isNamed = true): Promise<void> {
  const [reason] = await uniqueBreaches(change, record, [one], isNamed);
  if (reason !== undefined) throw coreErrors.ALREADY_EXISTS({ reason });
}

/** Longest part of a value that a sentence repeats. */
const MAX_SAID = 100;

/** What is said of a value that another record has. @param id of the other record, unless it may be private */
export function takenBy(record: FieldRecord, { name }: FieldDefinition, value: OwnValue, id: string | undefined): string {
  const said = JSON.stringify(String(value).slice(0, MAX_SAID));
  const holder = id === undefined ? `another ${record}` : `the ${record} ${id}`;
  return `${name} is unique, and ${holder} has the value ${said} already: choose another`;
}

const bucketOf = (key: string): number => createHash("sha256").update(key).digest().readUInt8() % BUCKETS;
