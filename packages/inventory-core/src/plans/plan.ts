import { z } from "zod";
import { Id, Name, optionalText, queryFlag, queryNumber, text, Timestamp } from "../contract/operations/fields.ts";
import type { Fields } from "../contract/errors/validation.ts";
import type {
  Plan as PlanRecord,
  PlanEffectPage as PlanEffectPageRecord,
  PlanEffects as PlanEffectsRecord,
  PlanReading as PlanReadingRecord,
  PlanSummary as PlanSummaryRecord,
} from "../contract/generated/api.ts";
import { Conflict } from "../conflicts/conflict.ts";

export const PLAN_STATUSES = ["open", "applied", "rejected", "failed", "expired"] as const;

/** Most steps of a plan. */
export const MAX_STEPS = 1000;

const ACTIONS = ["create", "update", "delete"] as const;

/** One call among those that a plan makes. */
export const PlannedStep = z
  .object({
    operation: text(255, "operation").meta({
      description: "operationId of a call that changes the inventory",
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
    .meta({ description: `Calls in their order, 1–${MAX_STEPS}` }),
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
    before: Image.meta({ description: "The record as it is; null if the plan creates it or is closed" }),
    after: Image.meta({ description: "The record as it will be; null if the plan deletes it or is closed" }),
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

const PlanGroup = z
  .object({
    type: z.string().meta({ description: "What kind of record it is: `device`, `network` …" }),
    action: z.enum(ACTIONS).meta({ description: "What becomes of the records" }),
    fields: z.array(z.string()).meta({ description: "Names of the fields that an update changes; none for other actions" }),
    count: z.int().min(1).meta({ description: "Number of the records" }),
  })
  .meta({ id: "PlanGroup", description: "Records to which a plan does the same" });

const who = (what: string) => PlanPerson.nullable().meta({ description: `Who ${what}; null as long as nobody has` });
const when = (what: string) => Timestamp.nullable().meta({ description: `When it was ${what}; null as long as it is not` });

const head = {
  id: Id,
  title: z.string().meta({ description: "What it is for" }),
  description: z.string().meta({ description: "More about it" }),
  status: z.enum(PLAN_STATUSES).meta({
    description: "open: to be applied or rejected; failed: it can never be applied, see note; expired: nobody touched it for long",
  }),
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

const digest = z.string().meta({
  description: "SHA-256 of the steps and effects, 64 hexadecimal digits. Users and times are not part of it. Send it to apply the plan",
});

/** Changes that are looked at before they are made. */
export const Plan = z
  .object({
    ...head,
    steps: z.array(PlannedStep).meta({ description: "Calls that it makes, in their order" }),
    effects: PlanEffects,
    groups: z.array(PlanGroup).meta({ description: "The records of the effects, counted by type, action and changed fields" }),
    digest,
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

/** A plan as its reader asked for it. */
export const PlanReading = z
  .object({ ...Plan.shape, effects: PlanEffects.optional().meta({ description: "What it does; missing with `effects=false`" }) })
  .meta({ id: "PlanReading", description: "A plan as its reader asked for it" });

export const PlanQuery = z.object({
  effects: queryFlag("false leaves them out"),
});
/** How a plan is read. */
export type PlanQuery = z.output<typeof PlanQuery>;

/** A page of the effects of a plan. */
export const PlanEffectPage = z
  .object({
    digest,
    records: z.array(PlanEffect).meta({ description: "Effects on records, in the order of the plan" }),
    next: z.string().nullable().meta({ description: "Value of `after` for the next page; null after the last" }),
    conflicts_opened: z.array(Conflict).meta({ description: "Conflicts that it opens; on the first page only" }),
    conflicts_closed: z.array(Conflict).meta({ description: "Conflicts that it closes; on the first page only" }),
    warnings: z.array(z.string()).meta({ description: "What else it comes to; on the first page only" }),
  })
  .meta({ id: "PlanEffectPage", description: "A page of the effects of a plan" });

/** Most effects of a page. */
const MAX_PAGE = 1000;

/** Highest index of a group: a plan changes at most 30,000 records. */
const MAX_GROUP = 29_999;

export const PlanEffectQuery = z.object({
  type: z.string().optional().meta({ description: "Only records of this type: `device`, `network` …" }),
  action: z
    .enum(ACTIONS, { error: `must be one of ${ACTIONS.join(", ")}` })
    .optional()
    .meta({ description: "Only records that the plan creates, updates or deletes" }),
  field: z.string().optional().meta({ description: "Only updates of this field" }),
  group: queryNumber(0, MAX_GROUP, "Only effects of one group of the plan: its index in `groups`, from 0"),
  q: z.string().optional().meta({ description: "Only records with this text in their name, in any case, or at the beginning of their id" }),
  images: queryFlag("true: `before` and `after` of an applied plan, as long as the audit log has its change"),
  limit: queryNumber(1, MAX_PAGE, `Most effects of the page, 1–${MAX_PAGE}; 100 unless given`).transform((value) => value ?? 100),
  after: z.string().optional().meta({ description: "`next` of the page before; the first page unless given" }),
});
/** Which effects a page has. */
export type PlanEffectQuery = z.output<typeof PlanEffectQuery>;

export const PlanFilter = z.object({
  status: z
    .enum(PLAN_STATUSES, { error: `must be one of ${PLAN_STATUSES.join(", ")}` })
    .optional()
    .meta({ description: "Only plans in this state" }),
  undoes: z.string().optional().meta({ description: "Only undos of this change" }),
});

export type Plan = PlanRecord;
export type PlanReading = PlanReadingRecord;
export type PlanEffectPage = PlanEffectPageRecord;
export type PlanSummary = PlanSummaryRecord;
export type PlanEffects = PlanEffectsRecord;
export type PlanGroup = Plan["groups"][number];
export type PlannedStep = Plan["steps"][number];
export type PlanCreate = Fields<typeof PlanCreate>;
export type PlanApplication = Fields<typeof PlanApplication>;
export type PlanRejection = Fields<typeof PlanRejection>;
/** Which plans a list shows. */
export type PlanFilter = z.output<typeof PlanFilter>;
