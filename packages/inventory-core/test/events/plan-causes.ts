import type { Plan } from "@cadastre/inventory-core";
import type { Cause } from "./cause-steps.ts";

/** A plan as its events tell of it. */
function summaryOf({ steps, effects, digest: _, groups: ___, stale: __, ...plan }: Plan): object {
  const { id, title, description, status, ...history } = plan;
  return { id, title, description, status, step_count: steps.length, record_count: effects.records.length, ...history };
}

const steps = (name: string) => [{ operation: "spaces.create", body: { name } }];

/** What happens to plans: a rehearsal tells of nothing. */
export const PLAN_CAUSES: readonly Cause[] = [
  [
    "changes are planned",
    async ({ inventory }, begin) => {
      await begin();
      return [["plan.created", summaryOf(await inventory.plans.create({ title: "plan", steps: steps("planned") }))]];
    },
  ],
  [
    "a plan is applied",
    async ({ inventory }, begin) => {
      const { id } = await inventory.plans.create({ title: "plan", steps: steps("applied") });
      await begin();
      const plan = await inventory.plans.apply(id);
      const [space] = await inventory.spaces.list({ name: "applied" });
      return [
        ["space.created", space],
        ["plan.applied", summaryOf(plan)],
      ];
    },
  ],
  [
    "a plan is rehearsed again, and rejected",
    async ({ inventory }, begin) => {
      const { id } = await inventory.plans.create({ title: "plan", steps: steps("rejected") });
      await begin();
      await inventory.plans.refresh(id);
      return [["plan.rejected", summaryOf(await inventory.plans.reject(id, { note: "no" }))]];
    },
  ],
];
