import { JsonText } from "../contract/operations/result.ts";
import type { PlanMaker } from "../contract/plan-maker.ts";
import type { Plan } from "./plan.ts";
import type { PlanService } from "./plan-service.ts";

/** Plans that plugins propose. */
export function planMakerOf(plans: PlanService): PlanMaker {
  return {
    make: async ({ title, description, steps }, call, check) => {
      const made = await plans.make({ title, description, steps: [...steps] }, call, { check });
      return (made instanceof JsonText ? (JSON.parse(made.text) as Plan) : made).id;
    },
  };
}
