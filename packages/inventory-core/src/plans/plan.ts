import { z } from "zod";
import { Id, Name, optionalText, text, Timestamp } from "../contract/operations/fields.ts";
import type { Fields } from "../contract/errors/validation.ts";
import type { Plan as PlanRecord, PlanEffects as PlanEffectsRecord, PlanSummary as PlanSummaryRecord } from "../contract/generated/api.ts";
import { Conflict } from "../conflicts/conflict.ts";

export const PLAN_STATUSES = ["open", "applied", "rejected", "failed"] as const;

/** Most steps of a plan. */
export const MAX_STEPS = 1000;

const ACTIONS = ["create", "update", "delete"] as const;

/** One call among those that a plan makes. */
export const PlannedStep = z
  .object({
    operation: text(255, "operation").meta({
      description: "What it does: the operationId of a call that changes records of the inventory",
      examples: ["devices.update"],
    }),
    params: z
      .record(z.string(), z.string({ error: "must be a string" }), { error: "must be an object" })
      .optional()
      .meta({ description: "Parameters of its path and query, by name" }),
    body: z
      .record(z.string(), z.unknown(), { error: "must be an object" })
      .optional()
      .meta({ description: "Its body. A text `$0.id`, here or among the parameters, is the id of what step 0 made" }),
  })
  .meta({ id: "PlannedStep", description: "One call among those that a plan makes" });

/** What a caller sends to plan changes. */
export const PlanCreate = z.object({
  title: Name.meta({ description: "What it is for, 1–255 characters after trimming", examples: ["Move rack 4 to the new subnet"] }),
  description: optionalText(4096, "More about it, in your words"),
  steps: z
    .array(PlannedStep, { error: (issue) => (issue.input === undefined ? "is required" : "must be a list") })
    .min(1, { error: "must hold at least one step" })
    .max(MAX_STEPS, { error: `must hold at most ${MAX_STEPS} steps` })
    .meta({ description: `Calls in the order in which they are made, 1–${MAX_STEPS}` }),
});

/** What a caller sends to apply a plan. */
export const PlanApplication = z.object({
  digest: z
    .string({ error: "must be a string" })
    .regex(/^[0-9a-f]{64}$/, { error: "must be the digest of the plan, 64 lower-case hexadecimal digits" })
    .optional()
    .meta({
      description:
        "`digest` of the reviewed plan: the call fails if the plan has other effects now. Required unless you created or last refreshed " +
        "the plan, and always with PLAN_REVIEW=other",
    }),
});

/** What a caller sends to reject a plan. */
export const PlanRejection = z.object({ note: optionalText(4096, "Why, in your words") });

const Image = z.record(z.string(), z.unknown()).nullable();

const PlanPerson = z
  .object({
    user_id: z.string().nullable().meta({ description: "Id of the user; null for the program itself" }),
    username: z.string().meta({ description: "Their name" }),
  })
  .meta({ id: "PlanPerson", description: "Who made, refreshed, applied or rejected a plan" });

const PlanEffect = z
  .object({
    type: z.string().meta({ description: "What kind of record it is: `device`, `network` …" }),
    id: z.string().meta({ description: "Id of the record; the ids of what is made are those that it will have" }),
    name: z.string().meta({ description: "What the record is called: its name, or its address" }),
    action: z.enum(ACTIONS).meta({ description: "What becomes of it, by all steps together" }),
    before: Image.meta({ description: "The record as it is; null when it is made" }),
    after: Image.meta({ description: "The record as it will be; null when it is deleted" }),
  })
  .meta({ id: "PlanEffect", description: "What a plan does to one record" });

/** What a plan does, all its steps together. */
export const PlanEffects = z
  .object({
    records: z.array(PlanEffect).meta({ description: "Records that it makes, changes and deletes, those that follow included" }),
    conflicts_opened: z.array(Conflict).meta({ description: "Conflicts that it opens" }),
    conflicts_closed: z.array(Conflict).meta({ description: "Conflicts that it closes" }),
    warnings: z.array(z.string()).meta({ description: "What else it comes to, such as pools that it fills" }),
  })
  .meta({ id: "PlanEffects", description: "What a plan does, all its steps together" });

const who = (what: string) => PlanPerson.nullable().meta({ description: `Who ${what}; null as long as nobody has` });
const when = (what: string) => Timestamp.nullable().meta({ description: `When it was ${what}; null as long as it is not` });

const head = {
  id: Id,
  title: z.string().meta({ description: "What it is for" }),
  description: z.string().meta({ description: "More about it" }),
  status: z.enum(PLAN_STATUSES).meta({ description: "open: to be applied or rejected; failed: it can never be applied, see note" }),
};

const history = {
  created_by: PlanPerson,
  created_at: Timestamp,
  refreshed_by: who("refreshed it last"),
  refreshed_at: when("last refreshed"),
  applied_by: who("applied it"),
  applied_at: when("applied"),
  rejected_by: who("rejected it"),
  rejected_at: when("rejected"),
  note: z.string().meta({ description: "Why it was rejected, or why it failed" }),
  change_id: z.string().nullable().meta({ description: "Id of the change that it was applied as; null as long as it is not" }),
  undoes: z.string().nullable().meta({ description: "Id of the change that it takes back; null for none" }),
};

/** A plan as lists show it. */
export const PlanSummary = z
  .object({
    ...head,
    step_count: z.int().min(0).meta({ description: "Number of its steps" }),
    record_count: z.int().min(0).meta({ description: "Number of the records that it makes, changes or deletes" }),
    ...history,
  })
  .meta({ id: "PlanSummary", description: "A plan without its steps and what they do" });

/** Changes that are looked at before they are made. */
export const Plan = z
  .object({
    ...head,
    steps: z.array(PlannedStep).meta({ description: "Calls that it makes, in their order" }),
    effects: PlanEffects,
    digest: z.string().meta({
      description: "SHA-256 of the steps and effects, 64 hexadecimal digits. Users and times are not part of it. Send it to apply the plan",
    }),
    stale: z
      .boolean()
      .nullable()
      .meta({
        description:
          "Whether applying the plan now would have other effects than it shows: refresh it then. Null if unknown, for a large plan " +
          "after the inventory has changed: refresh it to find out",
      }),
    ...history,
  })
  .meta({ id: "Plan", description: "Changes that are reviewed before they are applied" });

export const PlanFilter = z.object({
  status: z
    .enum(PLAN_STATUSES, { error: `must be one of ${PLAN_STATUSES.join(", ")}` })
    .optional()
    .meta({ description: "Only plans in this state" }),
});

export type Plan = PlanRecord;
export type PlanSummary = PlanSummaryRecord;
export type PlanEffects = PlanEffectsRecord;
export type PlannedStep = Plan["steps"][number];
export type PlanCreate = Fields<typeof PlanCreate>;
export type PlanApplication = Fields<typeof PlanApplication>;
export type PlanRejection = Fields<typeof PlanRejection>;
/** Which plans a list shows. */
export type PlanFilter = z.output<typeof PlanFilter>;
