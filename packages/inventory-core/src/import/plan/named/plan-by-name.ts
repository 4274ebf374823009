import type { z } from "zod";
import { type Draft, draftOf } from "../../../contract/errors/validation.ts";
import type { Queries } from "../../../contract/storage/storage.ts";
import type { DocumentType } from "../../../storage/document-type.ts";
import type { Candidate } from "../candidate.ts";
import { matchOf } from "../find-match.ts";
import { findDocuments } from "../find-records.ts";
import { type Found, keyText } from "../../../natural-keys/natural-key.ts";
import type { PlanStep } from "../import-plan.ts";
import type { OwnFields } from "../../../fields/own-fields.ts";
import { claimOwnFields, planOwnFields, withPlannedFields } from "../plan-own-fields.ts";
import { claimKey, collectProblems, compareFields, finish, idFor, type PlanContext } from "../plan-context.ts";

/** A type of record whose natural key is its name alone. */
export interface NamedRecords<S extends z.ZodObject> {
  readonly type: string;
  readonly create: z.ZodObject;
  readonly update: z.ZodObject;
  readonly documents: DocumentType<S>;
  readonly find: (queries: Queries, names: readonly string[]) => Promise<readonly Found[]>;
}

/** A row that was planned, with the record as it is, if the inventory has it. */
export interface PlannedRow<Stored> {
  readonly step: PlanStep;
  readonly candidate: Candidate;
  readonly patch: Draft<Readonly<Record<string, unknown>>>;
  readonly before: Stored | undefined;
}

/** Plans records that are known by their names. */
export async function planByName<S extends z.ZodObject>(
  context: PlanContext,
  candidates: readonly Candidate[],
  { type, create, update, documents, find }: NamedRecords<S>,
): Promise<PlannedRow<z.output<S>>[]> {
  const patches = candidates.map((candidate) => draftOf(update, candidate.raw));
  const nameOf = (index: number): string | undefined => patches[index]?.fields["name"] as string | undefined;
  const names = [...new Set(candidates.flatMap((_, index) => nameOf(index) ?? []))];
  const byName = new Map((await find(context.queries, names)).map((found) => [keyText(found), found]));
  const given = candidates.flatMap(({ givenId }) => givenId ?? []);
  const records = await findDocuments(context.queries, documents, [...new Set([...given, ...[...byName.values()].map(({ id }) => id)])]);
  return candidates.map((candidate, index): PlannedRow<z.output<S>> => {
    const patch = patches[index] as (typeof patches)[number];
    const name = nameOf(index);
    const named = name === undefined ? undefined : byName.get(keyText({ name, scope: "" }));
    const id = matchOf(candidate, records.has(candidate.givenId ?? ""), {
      field: "name",
      several: `${type}s ${name}`,
      ofAnother: `is the name of another ${type}`,
      found: named,
    });
    const stored = id === undefined ? undefined : records.get(id);
    const before = stored === undefined ? undefined : withPlannedFields(context, stored as z.output<S> & { fields: OwnFields });
    if (id === undefined || before === undefined) {
      const draft = draftOf(create, candidate.raw);
      planOwnFields(context, draft, undefined);
      collectProblems(candidate, draft);
      candidate.id = idFor(context, candidate);
    } else {
      planOwnFields(context, patch, before as Partial<{ fields: OwnFields }> as { fields: OwnFields });
      collectProblems(candidate, patch);
      candidate.id = id;
      compareFields(candidate, before, patch.fields);
    }
    claimOwnFields(context, candidate);
    claimKey(context, candidate, name, { what: type, isKnown: before !== undefined });
    const step = finish(context, candidate, {
      scope: "",
      names: name === undefined ? {} : { [type]: name },
      known: before !== undefined,
    });
    return { step, candidate, patch, before };
  });
}
