import { Datacenter, DatacenterCreate, DatacenterUpdate } from "../../datacenters/datacenter.ts";
import { datacenterDocuments } from "../../datacenters/datacenter.entity.ts";
import type { Candidate } from "./candidate.ts";
import { findByName } from "./find-records.ts";
import type { PlanStep } from "./import-plan.ts";
import { type NamedRecords, planByName } from "./plan-by-name.ts";
import type { PlanContext } from "./plan-context.ts";
import { plannedHomes } from "./planned-homes.ts";

const DATACENTERS: NamedRecords<typeof Datacenter> = {
  type: "datacenter",
  create: DatacenterCreate,
  update: DatacenterUpdate,
  documents: datacenterDocuments,
  find: findByName.datacenter,
};

/** Plans datacenters: they are known by their names. Later rows see them in the spaces that they will be in. */
export async function planDatacenters(context: PlanContext, candidates: readonly Candidate[]): Promise<PlanStep[]> {
  const { register } = context;
  const rows = await planByName(context, candidates, DATACENTERS);
  const spaceOf = (patch: { readonly fields: Readonly<Record<string, unknown>> }): string | null | undefined =>
    patch.fields["space_id"] as string | null | undefined;
  const homes = await plannedHomes(context, {
    spaces: rows.map(({ patch }) => spaceOf(patch) ?? null),
    datacenters: [],
  });
  for (const { step, candidate, patch } of rows) {
    const spaceId = spaceOf(patch);
    if (candidate.id === undefined || (step.action !== "create" && (step.action !== "update" || spaceId === undefined))) continue;
    register.planHome(candidate.id, spaceId === null || spaceId === undefined ? undefined : homes.numberOf(spaceId, null));
  }
  return rows.map(({ step }) => step);
}
