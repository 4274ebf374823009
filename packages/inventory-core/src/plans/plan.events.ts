import { defineEvent } from "../contract/storage/event.ts";
import { PlanSummary } from "./plan.ts";

export const planCreated = defineEvent("plan.created", "A plan was made: changes that somebody is to look at", PlanSummary);
export const planApplied = defineEvent("plan.applied", "A plan was applied: all its changes were made", PlanSummary);
export const planRejected = defineEvent("plan.rejected", "A plan was rejected: nothing of it was done", PlanSummary);

export const planEvents = [planCreated, planApplied, planRejected] as const;
