import { holds, type Principal } from "../../contract/access/principal.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { FieldDefinition } from "../../fields/definitions.ts";
import type { FieldRecord } from "../../fields/own-fields.ts";
import type { RecordKinds } from "../../records/record-kinds.ts";
import type { Candidate } from "./candidate.ts";
import { digestOf, type ImportRegister, sourcePosition, type Registered } from "../import-register.ts";
import type { PlanStep } from "./import-plan.ts";

/** What planning rows of a type knows of the own fields of its records. */
export interface KnownFields {
  readonly record: FieldRecord;
  readonly definitions: readonly FieldDefinition[];
  /** Records that have the unique values of the rows, by field and value. */
  readonly owners: ReadonlyMap<string, string>;
}

/** What planning rows of any type needs. */
export interface PlanContext {
  readonly queries: Queries;
  readonly register: ImportRegister;
  readonly principal: Principal;
  readonly kinds: RecordKinds;
  /** Ids that new records were given when the import was planned before. */
  readonly givenId: (index: number) => string | undefined;
  readonly newId: () => string;
  /** What is known of own fields, where records of the type have some. */
  readonly fields: KnownFields | undefined;
}

/** The id that a new record gets. */
export function idFor(context: PlanContext, candidate: Candidate): string {
  return candidate.givenId ?? context.givenId(candidate.index) ?? context.newId();
}

/** How later rows may refer to a row. */
export interface Identity {
  readonly scope: string;
  /** Number of the space of a network. */
  readonly space?: number;
  /** Names by which later rows may refer to a new record, by kind. */
  readonly names: Readonly<Record<string, string>>;
  /** True when the inventory has the record. */
  readonly known: boolean;
}

/** What a row claims. */
interface Claim {
  /** How sentences name the record. */
  readonly what: string;
  /** True when the inventory has the record. */
  readonly isKnown: boolean;
  /** True where records may share the key: rows with ids are told apart by them then. */
  readonly isShared?: boolean;
}

/**
 * Refuses a row about a record of an earlier row: one that says the same is needless, another contradicts it.
 * @param key the natural key of the record; undefined where the row does not say
 */
export function claimKey(
  { register }: PlanContext,
  candidate: Candidate,
  key: string | undefined,
  { what, isKnown, isShared = false }: Claim,
): void {
  // A row that cannot be imported is in nobody's way.
  if (candidate.problems.any) return;
  const { index, id, givenId, row } = candidate;
  const digest = digestOf(row);
  const claim: Registered = { index, at: row.at, id, scope: "", known: true, digest };
  // New ids are made for one row each.
  const sameId = isKnown || givenId !== undefined ? register.claim(row.type, `id ${id}`, claim) : undefined;
  const earlier = sameId ?? (key === undefined ? undefined : register.claim(row.type, `key ${key}`, claim, isShared ? givenId : undefined));
  if (earlier === undefined) return;
  candidate.conflict(
    earlier.digest === digest
      ? `is the same ${what} as at ${sourcePosition(earlier.at)}: leave one of the two out`
      : `says something else of the ${what} at ${sourcePosition(earlier.at)}: make one row of the two`,
  );
}

/** The step of a row whose planning is over, with the permissions that it takes; later rows may refer to it. */
export function finish(context: PlanContext, candidate: Candidate, { scope, space, names, known }: Identity): PlanStep {
  const { row, changes } = candidate;
  const wanted = !known ? "create" : changes.length > 0 ? "update" : "unchanged";
  const needed = `${context.kinds.thingOf(row.type)}:${wanted}`;
  if (wanted !== "unchanged" && !holds(context.principal, needed))
    candidate.problems.add("permission", `this needs the permission ${needed}`);
  const step = candidate.step(wanted);
  const refused = step.action === "conflict" || step.action === "error";
  context.register.add(
    candidate,
    { index: candidate.index, at: row.at, id: refused ? undefined : candidate.id, scope, space, known, digest: "" },
    names,
  );
  return step;
}

/** Adds the fields of a patch that differ from the record. */
export function compareFields(candidate: Candidate, record: object, fields: Readonly<Record<string, unknown>>): void {
  for (const [field, after] of Object.entries(fields)) {
    const before = (record as Readonly<Record<string, unknown>>)[field];
    if (JSON.stringify(before) !== JSON.stringify(after)) candidate.changes.push({ field, before, after });
  }
}

/** Takes over what a draft found. */
export function collectProblems(
  candidate: Candidate,
  draft: { readonly problems: { readonly list: readonly { readonly field: string; readonly message: string }[] } },
): void {
  for (const { field, message } of draft.problems.list) candidate.problems.add(field, message);
}
