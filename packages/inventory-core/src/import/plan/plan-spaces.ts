import { Space, SpaceCreate, SpaceUpdate } from "../../spaces/space.ts";
import { spaceDocuments } from "../../spaces/space.entity.ts";
import type { Candidate } from "./candidate.ts";
import { findByName } from "./find-records.ts";
import type { PlanStep } from "./import-plan.ts";
import { type NamedRecords, planByName } from "./plan-by-name.ts";
import type { PlanContext } from "./plan-context.ts";

const SPACES: NamedRecords<typeof Space> = {
  type: "space",
  create: SpaceCreate,
  update: SpaceUpdate,
  documents: spaceDocuments,
  find: findByName.space,
};

/** Plans address spaces: they are known by their names. */
export async function planSpaces(context: PlanContext, candidates: readonly Candidate[]): Promise<PlanStep[]> {
  const rows = await planByName(context, candidates, SPACES);
  for (const { step, candidate } of rows)
    if (step.action === "create" && candidate.id !== undefined) context.register.planSpace(candidate.id);
  return rows.map(({ step }) => step);
}
