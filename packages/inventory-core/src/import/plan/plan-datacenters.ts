import { draftOf } from "../../contract/errors/validation.ts";
import { DatacenterCreate, DatacenterUpdate } from "../../datacenters/datacenter.ts";
import { datacenterDocuments } from "../../datacenters/datacenter.entity.ts";
import type { Candidate } from "./candidate.ts";
import { findByName, findDocuments, severalOf } from "./find-records.ts";
import { claimKey, compareFields, finish, idFor, type PlanContext, collectProblems } from "./plan-context.ts";
import type { PlanStep } from "./import-plan.ts";

/** Plans datacenters: they are known by their names. */
export async function planDatacenters(context: PlanContext, candidates: readonly Candidate[]): Promise<PlanStep[]> {
  const { queries, register } = context;
  const patches = candidates.map((candidate) => draftOf(DatacenterUpdate, candidate.raw));
  const names = [...new Set(patches.flatMap(({ fields }) => fields.name ?? []))];
  const byName = new Map((await findByName.datacenter(queries, names)).map((found) => [found.name, found]));
  const given = candidates.flatMap(({ givenId }) => givenId ?? []);
  const records = await findDocuments(queries, datacenterDocuments, [...new Set([...given, ...[...byName.values()].map(({ id }) => id)])]);
  return candidates.map((candidate, index): PlanStep => {
    const patch = patches[index] as (typeof patches)[number];
    const { name } = patch.fields;
    const own = records.get(candidate.givenId ?? "");
    const named = name === undefined ? undefined : byName.get(name);
    if (own === undefined && named !== undefined && named.count > 1)
      candidate.conflict(`could be ${severalOf(`datacenters ${named.name}`, named)}`, "name");
    if (own !== undefined && named !== undefined && named.id !== own.id)
      candidate.conflict(`is the name of another datacenter, ${named.id}`, "name");
    const before = own ?? (named === undefined ? undefined : records.get(named.id));
    if (before === undefined) {
      collectProblems(candidate, draftOf(DatacenterCreate, candidate.raw));
      candidate.id = idFor(context, candidate);
    } else {
      collectProblems(candidate, patch);
      candidate.id = before.id;
      compareFields(candidate, before, patch.fields);
    }
    claimKey(context, candidate, name ?? before?.id, "datacenter");
    const step = finish(context, candidate, {
      scope: "",
      names: name === undefined ? {} : { datacenter: name },
      known: before !== undefined,
    });
    if (step.action === "create") register.planSpace(candidate.id);
    return step;
  });
}
