import { type Draft, draftOf } from "../../contract/errors/validation.ts";
import type { NamedField, RecordKind } from "../../contract/record-kind.ts";
import type { SqlValue } from "../../contract/storage/storage.ts";
import type { OwnFields } from "../../fields/own-fields.ts";
import { homeOf, placeFields } from "../../records/access/record-place.ts";
import { isInScope, scopeCondition, scopeOf } from "../../records/access/record-scope.ts";
import { typeOf } from "../../records/field-types.ts";
import type { RecordWriter } from "../../records/record-types.ts";
import { documentsOf, isList } from "../../records/record-table.ts";
import { titleOf } from "../../records/texts/record-text.ts";
import type { Candidate } from "./candidate.ts";
import { findDocuments } from "./find-records.ts";
import { matchOf } from "./find-match.ts";
import type { PlanStep } from "./import-plan.ts";
import { claimKey, collectProblems, compareFields, finish, idFor, type PlanContext } from "./plan-context.ts";
import { claimOwnFields, planOwnFields, withPlannedFields } from "./plan-own-fields.ts";
import { planPlaces } from "./places/planned-places.ts";

type Values = Record<string, unknown>;

/** What a row is found by. */
interface RowKey {
  readonly fields: readonly string[];
  readonly values: readonly SqlValue[];
  /** Whether no two records share it. */
  readonly isUnique: boolean;
  readonly text: string;
}

/** The records of a key. */
interface FoundKey {
  readonly id: string;
  readonly other: string;
  readonly count: number;
}

interface DeclaredRow {
  readonly candidate: Candidate;
  readonly patch: Draft<Values>;
  readonly key: RowKey | undefined;
}

/**
 * Plans records of a declared kind: they are known by the first of their unique keys whose fields are in the row, else by their title in
 * the place that they are in.
 */
export async function planDeclared(context: PlanContext, { kind }: RecordWriter, candidates: readonly Candidate[]): Promise<PlanStep[]> {
  const rows = candidates.map((candidate): DeclaredRow => {
    const patch = draftOf(kind.schemas.update, candidate.raw) as Draft<Values>;
    return { candidate, patch, key: keyOf(kind, patch.fields) };
  });
  const found = await findKeys(
    context,
    kind,
    rows.flatMap(({ key }) => key ?? []),
  );
  const ids = [...rows.flatMap(({ candidate }) => candidate.givenId ?? []), ...[...found.values()].map(({ id }) => id)];
  const all = await findDocuments(context.queries, documentsOf(kind), [...new Set(ids)]);
  const records = new Map([...all].filter(([, record]) => isInScope(kind, scopeOf(context.principal), record)));
  const leaving = leavingOf(kind, rows, records);
  const steps = rows.map((row) => planRow(context, kind, row, { found: foundOf(row, found, leaving), records }));
  const placed = rows.map(({ candidate, patch: { fields } }, index) => ({
    candidate,
    step: steps[index] as PlanStep,
    spaceId: (fields["space_id"] ?? null) as string | null,
  }));
  await planPlaces(context, kind.name, placed);
  return steps;
}

/** Records of some rows that get another key by them, so that a further row may take theirs. */
function leavingOf(kind: RecordKind, rows: readonly DeclaredRow[], records: ReadonlyMap<string, Values>): ReadonlySet<string> {
  const ids = rows.flatMap(({ candidate: { givenId }, key }) => {
    const held = records.get(givenId ?? "");
    const isLeaving = held !== undefined && key?.isUnique === true && rowKey(kind, key.fields, held, true).text !== key.text;
    return isLeaving && givenId !== undefined ? [givenId] : [];
  });
  return new Set(ids);
}

/** The records of the key of a row. A row that names its record may have the key of one that leaves it. */
function foundOf(
  { candidate: { givenId }, key }: DeclaredRow,
  found: ReadonlyMap<string, FoundKey>,
  leaving: ReadonlySet<string>,
): FoundKey | undefined {
  const one = key && found.get(key.text);
  const isFree = one !== undefined && givenId !== undefined && one.id !== givenId && leaving.has(one.id);
  return isFree ? undefined : one;
}

interface Present {
  /** Records of the key of the row. */
  readonly found: FoundKey | undefined;
  readonly records: ReadonlyMap<string, Values>;
}

/** Whether the key of a row is that of one record: a unique one, or the title of a kind that has no other. */
const isIdentity = (kind: RecordKind, key: RowKey | undefined): boolean => key?.isUnique === true || kind.key.join() === kind.title;

function planRow(context: PlanContext, kind: RecordKind, { candidate, patch, key }: DeclaredRow, { found, records }: Present): PlanStep {
  const said = (key?.values ?? []).filter((value) => value !== null).join(" ");
  const id = matchOf(candidate, records.has(candidate.givenId ?? ""), {
    field: key?.fields[0] ?? kind.title,
    several: `${kind.many} ${said}`,
    ...(isIdentity(kind, key) && { ofAnother: `is that of another ${kind.one}` }),
    found,
  });
  const stored = id === undefined ? undefined : (records.get(id) as (Values & { readonly fields: OwnFields }) | undefined);
  const before = withPlannedFields(context, stored);
  let record: Values;
  if (id === undefined || before === undefined) {
    const draft = draftOf(kind.schemas.create, candidate.raw) as Draft<Values>;
    planOwnFields(context, draft, undefined);
    // A reference that leads nowhere is not missing, too.
    const unresolved = new Set(
      candidate.references.filter(({ takes }) => !Object.hasOwn(candidate.links, takes)).map(({ takes }) => takes),
    );
    collectProblems(candidate, { problems: { list: draft.problems.list.filter(({ field }) => !unresolved.has(field)) } });
    candidate.id = idFor(context, candidate);
    record = draft.fields;
  } else {
    if (candidate.row.lists === "add") addToLists(kind, patch, before);
    planOwnFields(context, patch, before);
    collectProblems(candidate, patch);
    candidate.id = id;
    compareFields(candidate, before, patch.fields);
    record = { ...before, ...patch.fields };
  }
  claimOwnFields(context, candidate);
  claimKey(context, candidate, key?.text, {
    what: kind.one,
    isKnown: before !== undefined,
    isShared: !isIdentity(kind, key),
  });
  const title = titleOf(kind, record);
  return finish(context, candidate, {
    scope: homeOf(kind, record)?.id ?? "",
    names: title === "" ? {} : { [kind.name]: title },
    known: before !== undefined,
  });
}

/** Lists that a row has get the entries of the record before its own. */
function addToLists(kind: RecordKind, { fields }: Draft<Values>, before: Values): void {
  for (const field of kind.fields) {
    const given = fields[field.name];
    if (!isList(field) || !Array.isArray(given)) continue;
    const all = [...new Set([...(before[field.name] as readonly string[]), ...(given as readonly string[])])];
    fields[field.name] = field.facts.kind === "references" ? all.toSorted() : all;
  }
}

function keyOf(kind: RecordKind, given: Values): RowKey | undefined {
  const has = (name: string): boolean => Object.hasOwn(given, name);
  const unique = kind.unique.find(
    ({ fields, nullsEqual }) => fields.every(has) && (nullsEqual || fields.every((name) => given[name] !== null)),
  );
  if (unique !== undefined) return rowKey(kind, unique.fields, given, true);
  if (!has(kind.title)) return undefined;
  const within = placeFields(kind).filter(({ facts }) => facts.kind === "reference");
  return rowKey(kind, [kind.title, ...within.map(({ name }) => name)], given, false);
}

function rowKey(kind: RecordKind, fields: readonly string[], given: Values, isUnique: boolean): RowKey {
  const values = fields.map((name): SqlValue => {
    const value = given[name] ?? null;
    return value === null ? null : typeOf((kind.fields.find((field) => field.name === name) as NamedField).facts).written(value);
  });
  return { fields, values, isUnique, text: textOfKey(fields, values) };
}

/** Fields and values of a key as one text; columns of whole numbers come as texts from PostgreSQL where they are wide. */
const textOfKey = (fields: readonly string[], values: readonly SqlValue[]): string =>
  JSON.stringify([fields, values.map((value) => (value === null ? null : String(value)))]);

/** The records of some keys: a statement for all keys of the same fields. */
async function findKeys(
  { queries, principal }: PlanContext,
  kind: RecordKind,
  keys: readonly RowKey[],
): Promise<ReadonlyMap<string, FoundKey>> {
  const seen = scopeCondition(kind, scopeOf(principal), "t");
  const found = new Map<string, FoundKey>();
  for (const same of Map.groupBy(keys, ({ fields }) => fields.join()).values()) {
    const { fields } = same[0] as RowKey;
    const conditions = same.map(({ values }) => {
      const each = fields.map((name, at) => (values[at] === null ? `t.${name} is null` : `t.${name} = ?`));
      return `(${each.join(" and ")})`;
    });
    const columns = fields.map((name, at) => `t.${name} as k${at}`);
    const rows = await queries.all<FoundKey & Readonly<Record<string, SqlValue>>>(
      `select ${columns.join(", ")}, min(t.id) as id, max(t.id) as other, count(*) as count from ${kind.name} t
       where (${conditions.join(" or ")})${seen === undefined ? "" : ` and ${seen.sql}`}
       group by ${fields.map((name) => `t.${name}`).join(", ")}`,
      [...same.flatMap(({ values }) => values.filter((value) => value !== null)), ...(seen?.params ?? [])],
    );
    for (const row of rows) {
      const values = fields.map((_, at) => row[`k${at}`] ?? null);
      found.set(textOfKey(fields, values), { id: row.id, other: row.other, count: Number(row.count) });
    }
  }
  return found;
}
