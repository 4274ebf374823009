import type { Draft } from "../../contract/errors/validation.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import { checkAgainst, ownersOf, ownFieldsOfTexts, takenBy, type UniqueClaim, uniqueClaims } from "../../fields/check-own-fields.ts";
import { definitionsOf, type FieldDefinition } from "../../fields/definitions.ts";
import type { OwnFields } from "../../fields/own-fields.ts";
import { type ImportRegister, sourcePosition } from "../import-register.ts";
import type { ImportRow, ImportTypes } from "../import-row.ts";
import type { Candidate } from "./candidate.ts";
import type { PlanContext, KnownFields } from "./plan-context.ts";

/** The own fields that a row sets: the values that its texts stand for, and of what is not defined what the row wants. */
export function ownFieldsOfRow(definitions: readonly FieldDefinition[], { set, own_fields: wanted }: ImportRow): unknown {
  const given = ownFieldsOfTexts(definitions, set["fields"]);
  if (wanted !== "defined" || typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const names = new Set(definitions.map(({ name }) => name));
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.has(name)));
}

/** Gives rows the values that their texts stand for. A statement for the definitions, and one where values must be unique. */
export async function readPlannedFields(
  queries: Queries,
  register: ImportRegister,
  { type, types }: { readonly type: string; readonly types: ImportTypes },
  candidates: readonly Candidate[],
): Promise<KnownFields | undefined> {
  if (!Object.hasOwn(types.fieldsOf(type), "fields")) return undefined;
  const definitions = register.fields.definitions(type, await definitionsOf(queries, type));
  if (candidates.every(({ row }) => row.set["fields"] === undefined)) return { record: type, definitions, owners: new Map() };
  for (const candidate of candidates) candidate.ownFields = ownFieldsOfRow(definitions, candidate.row);
  const claims = candidates.flatMap(({ ownFields }) => claimsOf(definitions, ownFields));
  return { record: type, definitions, owners: await ownersOf(queries, type, claims) };
}

function claimsOf(definitions: readonly FieldDefinition[], given: unknown): readonly UniqueClaim[] {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return [];
  const values = Object.entries(given).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  return uniqueClaims(definitions, Object.fromEntries(values) as OwnFields);
}

/** A record as it will be before a row changes it, where earlier rows change the fields of its kind. */
export function withPlannedFields<Stored extends { readonly fields: OwnFields } | undefined>(
  { fields, register }: PlanContext,
  stored: Stored,
): Stored {
  if (fields === undefined || stored === undefined) return stored;
  return { ...stored, fields: register.fields.values(fields.record, fields.definitions, stored.fields) };
}

/**
 * Checks the own fields of a row by the rules of the service: what is wrong goes to the draft, which names all of them afterwards where it
 * names any.
 */
export function planOwnFields(
  { fields }: PlanContext,
  draft: Draft<Partial<{ fields: OwnFields }>>,
  before: { readonly fields: OwnFields } | undefined,
): void {
  if (fields === undefined) return;
  const own = checkAgainst(fields.definitions, fields.record, draft, before?.fields);
  if (draft.fields.fields !== undefined) draft.fields.fields = own;
}

/** Tells of values that must be unique, and that another record or an earlier row has. The candidate has its id. */
export function claimOwnFields({ fields, register, kinds }: PlanContext, candidate: Candidate): void {
  if (fields === undefined || candidate.problems.any) return;
  const { row, index } = candidate;
  const isOwned = kinds.find(row.type)?.kind.owner === true;
  for (const { definition, value, place } of claimsOf(fields.definitions, candidate.ownFields)) {
    const field = `fields.${definition.name}`;
    const owner = fields.owners.get(place);
    if (owner !== undefined && owner !== candidate.id)
      candidate.conflict(takenBy(fields.record, definition, value, isOwned ? undefined : owner), field);
    const claim = { index, at: row.at, id: candidate.id, scope: "", known: true, digest: "" };
    const earlier = register.claim(row.type, `own field ${place}`, claim);
    if (earlier !== undefined) candidate.conflict(`is unique, and ${sourcePosition(earlier.at)} has the same value`, field);
  }
}
