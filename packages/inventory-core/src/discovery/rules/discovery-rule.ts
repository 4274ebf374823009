import { z } from "zod";
import { Id, patchOf, text, Timestamp, orNone } from "../../contract/operations/fields.ts";
import { recordFields } from "../../contract/operations/record-fields.ts";
import { refersTo } from "../../contract/operations/reference.ts";
import { ScanType } from "../../contract/scanning/scanner.ts";
import type { Fields } from "../../contract/errors/validation.ts";
import { ExcludeIps } from "../scans/exclusions.ts";
import { scheduleProblem, timezoneProblem } from "./cron-schedule.ts";
import type { DiscoveryRule as DiscoveryRuleRecord } from "../../contract/generated/api.ts";

const hours = "must be a whole number of hours from 1 to 8760";

/** An optional text that is valid when it is empty or `problem` finds nothing wrong with it. */
function checked(max: number, problem: (value: string) => string | undefined) {
  return text(max).check((context) => {
    const message = context.value === "" || context.issues.length > 0 ? undefined : problem(context.value);
    if (message !== undefined) context.issues.push({ code: "custom", input: context.value, message });
  });
}

export const DiscoveryRuleCreate = z.object({
  network_id: z
    .string({ error: "is required" })
    .min(1, { error: "is required" })
    .meta({ description: "Id of the network that is scanned", ...refersTo("network") }),
  enabled: z.boolean({ error: "must be true or false" }).meta({ description: "False: it starts no scans" }).default(true),
  scan_type: ScanType.default("quick"),
  interval_hours: z
    .number({ error: hours })
    .int({ error: hours })
    .min(1, { error: hours })
    .max(8760, { error: hours })
    .nullable()
    .optional()
    .meta({ description: "Hours from one start to the next, 24 unless there is a schedule; giving it ends the schedule" }),
  schedule: orNone(checked(255, scheduleProblem).meta({ maxLength: 255 }), {
    description:
      "Times at which it starts, in place of an interval: minute, hour, day of month, month and day of week, as cron writes them; " +
      "empty for none",
    examples: ["30 3 * * 1-5"],
  }),
  timezone: orNone(checked(64, timezoneProblem).meta({ maxLength: 64 }), {
    description: "Time zone of the schedule, by its name in the IANA database; UTC unless given, empty without a schedule",
    examples: ["Europe/Berlin"],
  }),
  exclude_ips: ExcludeIps,
});

export const DiscoveryRuleUpdate = patchOf(DiscoveryRuleCreate);

/** Scans a network again and again. */
export const DiscoveryRule = z
  .object({
    id: Id,
    ...recordFields(DiscoveryRuleCreate, {
      interval_hours: z.int().nullable().meta({ description: "Hours from one start to the next; null for a rule with a schedule" }),
    }),
    last_started_at: Timestamp.nullable().meta({
      description: "When it last started a scan (ISO 8601 UTC with milliseconds); null for never",
    }),
    next_due_at: Timestamp.nullable().meta({ description: "When it is due; null while it is disabled" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "DiscoveryRule", description: "Scans a network again and again" });

export type DiscoveryRule = DiscoveryRuleRecord;
/** What a caller sends to create a rule. */
export type DiscoveryRuleCreate = Fields<typeof DiscoveryRuleCreate>;
/** What a caller sends to change a rule: only the keys that change. */
export type DiscoveryRuleUpdate = Fields<typeof DiscoveryRuleUpdate>;
