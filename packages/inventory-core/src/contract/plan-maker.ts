import type { PlannedStepInput } from "./generated/api.ts";
import type { CallContext } from "./operations/operation.ts";
import { serviceToken } from "./service-token.ts";
import type { Change } from "./storage/write-path.ts";

/** A plan that a plugin proposes: what it is for, and the calls that it makes. */
export interface ProposedPlan {
  /** What it is for, 1–255 characters. */
  readonly title: string;
  /** More about it, up to 4,096 characters. */
  readonly description: string;
  /** Calls in the order in which they are made, 1–1,000. */
  readonly steps: readonly PlannedStepInput[];
}

/** The engine's part of proposals: plans that wait to be applied. */
export interface PlanMaker {
  /**
   * Rehearses steps, and keeps them as an open plan.
   * @param plan what is proposed
   * @param call for whom it is made
   * @param check is called within the change that keeps the plan, before it is kept: there a proposer holds off other proposers, by a
   *   lock, and looks whether one was first. What it throws is thrown, and nothing is kept
   * @returns id of the plan
   * @throws FORBIDDEN, CONFLICT for more than a plan shows; what a step cannot be done for; what `check` throws
   */
  make(plan: ProposedPlan, call: CallContext, check: (change: Change) => Promise<void>): Promise<string>;
}

/** Where a plugin that proposes changes has them planned. */
export const PLAN_MAKER = serviceToken<PlanMaker>("plan-maker");
