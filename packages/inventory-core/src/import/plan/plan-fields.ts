import { holds } from "../../contract/access/principal.ts";
import { type Draft, draftOf } from "../../contract/errors/validation.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import { valuesBreach } from "../../field-definitions/convert-values.ts";
import { Field } from "../../field-definitions/field.ts";
import {
  checkField,
  type FieldRoom,
  fieldRooms,
  followingValues,
  nextPosition,
  NO_FIELDS,
  roomBreach,
} from "../../field-definitions/field-rules.ts";
import { documentsOf } from "../../records/record-table.ts";
import type { FieldRecord } from "../../fields/own-fields.ts";
import type { Candidate } from "./candidate.ts";
import { findByName, findDocuments } from "./find-records.ts";
import { matchOf } from "./find-match.ts";
import type { PlanStep } from "./import-plan.ts";
import { keyText } from "../../natural-keys/natural-key.ts";
import { claimKey, collectProblems, compareFields, finish, idFor, type PlanContext } from "./plan-context.ts";

/** A field's row with the record it is about. */
interface FieldRow {
  readonly candidate: Candidate;
  readonly patch: Draft<Partial<Field>>;
  readonly before: Field | undefined;
}

/** Plans definitions of fields of one's own: they are known by the kind of record and their names. Later rows may have values of them. */
export async function planFields(context: PlanContext, candidates: readonly Candidate[]): Promise<PlanStep[]> {
  const rows = await findFields(context.queries, candidates);
  const rooms = await fieldRooms(context.queries);
  const steps: PlanStep[] = [];
  for (const row of rows) {
    const field = row.before === undefined ? newField(context, row.candidate, rooms) : await changedField(context, row, row.before);
    steps.push(finishField(context, row, field));
  }
  return steps;
}

/** What the inventory has of some rows, in as many statements for many as for one. */
async function findFields(queries: Queries, candidates: readonly Candidate[]): Promise<FieldRow[]> {
  const drafted = candidates.map((candidate) => ({
    candidate,
    patch: draftOf(Field.schemas.update, candidate.raw) as Draft<Partial<Field>>,
  }));
  const found = await findByName.field(queries, [...new Set(drafted.flatMap(({ patch }) => patch.fields.name ?? []))]);
  const byName = new Map(found.map((one) => [keyText(one), one]));
  const ids = new Set([...candidates.flatMap(({ givenId }) => givenId ?? []), ...found.map(({ id }) => id)]);
  const records = (await findDocuments(queries, documentsOf(Field), [...ids])) as ReadonlyMap<string, unknown> as ReadonlyMap<
    string,
    Field
  >;
  return drafted.map(({ candidate, patch }): FieldRow => {
    const own = records.get(candidate.givenId ?? "");
    const { name, record = own?.record } = patch.fields;
    const named = name === undefined || record === undefined ? undefined : byName.get(keyText({ name, scope: record }));
    const id = matchOf(candidate, own !== undefined, {
      field: "name",
      several: `fields ${name} of ${record}s`,
      ofAnother: `is the name of another field of ${record}s`,
      found: named,
    });
    return { candidate, patch, before: records.get(id ?? "") };
  });
}

/** The field that a row makes, as far as it is right. */
function newField(context: PlanContext, candidate: Candidate, rooms: ReadonlyMap<string, FieldRoom>): Field | undefined {
  const draft = draftOf(Field.schemas.create, candidate.raw) as unknown as Draft<Field>;
  checkField(draft.problems, draft.fields, null, context.kinds.all);
  collectProblems(candidate, draft);
  candidate.id = idFor(context, candidate);
  if (draft.problems.any) return undefined;
  const given = draft.valid();
  const room = context.register.fields.room(given.record, rooms.get(given.record) ?? NO_FIELDS);
  const full = roomBreach(given.record, room.count);
  if (full !== undefined) candidate.conflict(full, "record");
  const position = draft.has("position") ? given.position : nextPosition(room);
  return { ...given, ...followingValues(given, () => true, null), position, id: candidate.id, created_at: "", updated_at: "" };
}

/** What a row makes of a field, as far as it is right. */
async function changedField(
  { queries, principal, kinds }: PlanContext,
  { candidate, patch }: FieldRow,
  before: Field,
): Promise<Field | undefined> {
  const asked = { ...before, ...patch.fields };
  const field: Field = { ...asked, ...followingValues(asked, (name) => patch.has(name), before) };
  checkField(patch.problems, field, before, kinds.all);
  collectProblems(candidate, patch);
  candidate.id = before.id;
  if (patch.problems.any) return undefined;
  compareFields(candidate, before, { ...field });
  // It tells of values, to whoever would be told by the change itself.
  const breach = holds(principal, "field:update") ? await valuesBreach(queries, before, field) : undefined;
  if (breach !== undefined) candidate.conflict(breach.reason, field.type === before.type && field.unique ? "unique" : "type");
  return field;
}

/** Ends the planning of a row, and lets later rows have values of the field. */
function finishField(context: PlanContext, { candidate, patch, before }: FieldRow, field: Field | undefined): PlanStep {
  const { record, name } = { ...before, ...patch.fields } as { readonly record?: FieldRecord; readonly name?: string };
  claimKey(context, candidate, record === undefined || name === undefined ? undefined : keyText({ name, scope: record }), {
    what: "field",
    isKnown: before !== undefined,
  });
  const step = finish(context, candidate, { scope: "", names: {}, known: before !== undefined });
  if (field !== undefined && (step.action === "create" || step.action === "update")) context.register.fields.plan(field, before);
  return step;
}
