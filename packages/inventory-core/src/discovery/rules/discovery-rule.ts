import { z } from "zod";
import type { DiscoveryRule as DiscoveryRuleRecord } from "../../contract/generated/api.ts";
import type { RecordView, WriteDraft } from "../../contract/record-functions.ts";
import { orNone, text as textSchema } from "../../contract/operations/fields.ts";
import { SCAN_TYPES, ScanType } from "../../contract/scanning/scanner.ts";
import { boolean, choice, integer, reference, text, timestamp } from "../../records/record-field.ts";
import { defineRecord } from "../../records/record-kind.ts";
import { documentsOf } from "../../records/record-table.ts";
import { addedFields } from "../../storage/document-type.ts";
import { checkExclusions, ExcludeIps, type NetworkBounds } from "../scans/exclusions.ts";
import { scheduleProblem, timezoneProblem } from "./cron-schedule.ts";
import { DEFAULT_INTERVAL_HOURS, timesOf } from "./rule-timing.ts";

export type DiscoveryRule = DiscoveryRuleRecord;

const hours = "must be a whole number of hours from 1 to 8760";

const IntervalHours = z
  .number({ error: hours })
  .int({ error: hours })
  .min(1, { error: hours })
  .max(8760, { error: hours })
  .nullable()
  .optional()
  .meta({ description: "Hours from one start to the next, 24 unless there is a schedule; giving it ends the schedule" });

/** An optional text that is valid when it is empty or `problem` finds nothing wrong with it. */
function checked(max: number, problem: (value: string) => string | undefined): z.ZodString {
  const schema = textSchema(max).check((context) => {
    const message = context.value === "" || context.issues.length > 0 ? undefined : problem(context.value);
    if (message !== undefined) context.issues.push({ code: "custom", input: context.value, message });
  });
  return schema.meta({ maxLength: max });
}

const Schedule = orNone(checked(255, scheduleProblem), {
  description:
    "Times at which it starts, in place of an interval: minute, hour, day of month, month and day of week, as cron writes them; " +
    "empty for none",
  examples: ["30 3 * * 1-5"],
});

const Timezone = orNone(checked(64, timezoneProblem), {
  description: "Time zone of the schedule, by its name in the IANA database; UTC unless given, empty without a schedule",
  examples: ["Europe/Berlin"],
});

/** The lock of whoever changes rules or starts what is due. */
export const RULES_LOCK = "discovery-rules";

/** Rules of version 1 have an interval. */
const withSchedule = addedFields({ schedule: "", timezone: "" });

/** Scans a network again and again. The row has what the scheduler looks for; the document is the only copy of the rest. */
export const DiscoveryRule = defineRecord({
  name: "discovery_rule",
  description: "Scans a network again and again",
  path: "discovery/rules",
  permission: "discovery",
  notFound: "NOT_FOUND",
  doors: ["plans", "undo"],
  order: "-created_at",
  fields: {
    network_id: reference("network", { onDelete: "cascade" }).describe("Id of the network that is scanned"),
    enabled: boolean().default(true).describe("False: it starts no scans"),
    scan_type: choice(SCAN_TYPES).default("quick").sentAs(ScanType.default("quick")),
    interval_hours: integer()
      .optional()
      .sentAs(IntervalHours as z.ZodType<number | null>)
      .describe("Hours from one start to the next; null for a rule with a schedule"),
    schedule: text().optional().sentAs(Schedule),
    timezone: text().optional().sentAs(Timezone),
    exclude_ips: text().optional().sentAs(ExcludeIps),
    last_started_at: timestamp().state(null).describe("When it last started a scan (ISO 8601 UTC with milliseconds); null for never"),
    next_due_at: timestamp().state(null).describe("When it is due; null while it is disabled"),
  },
  unique: [["network_id", "scan_type"]],
  effects: { delete: "Scans that it started stay." },
  derive: async (draft, view, before) => {
    if (draft.has("exclude_ips") || draft.has("network_id")) await checkExcluded(draft, view);
    return timesOf(draft, view.now, (before ?? undefined) as DiscoveryRule | undefined);
  },
  earlier: {
    lock: RULES_LOCK,
    documents: { steps: [withSchedule], lost: lostRule },
    columns: {
      network_id: { type: "text" },
      scan_type: { type: "text" },
      due_at: { type: "text", nullable: true },
      created_at: { type: "text" },
      doc: { type: "text" },
    },
    derived: (record) => {
      const { network_id, scan_type, next_due_at: due_at, created_at } = record as unknown as DiscoveryRule;
      return { network_id, scan_type, due_at, created_at };
    },
  },
});

/** A rule whose network was changed since can still be changed: what the caller does not send is not checked. */
async function checkExcluded(
  { record, problems }: WriteDraft<Pick<DiscoveryRule, "network_id" | "exclude_ips">>,
  view: RecordView,
): Promise<void> {
  const network = await view.get<NetworkBounds>("select first_key, last_key, subnet from network where id = ?", [record.network_id]);
  if (network !== undefined) checkExclusions(problems, record.exclude_ips, network);
}

/** The rule of a row with an unreadable document. It is disabled, because the addresses that it excluded are lost. */
function lostRule({ id, network_id, scan_type, created_at }: Readonly<Record<string, unknown>>): Record<keyof DiscoveryRule, unknown> {
  return {
    id,
    network_id,
    enabled: false,
    scan_type,
    interval_hours: DEFAULT_INTERVAL_HOURS,
    schedule: "",
    timezone: "",
    exclude_ips: "",
    last_started_at: null,
    next_due_at: null,
    created_at,
    updated_at: created_at,
  };
}

/** The rule of a row. */
export const ruleOf = ({ doc }: { readonly doc: string }): DiscoveryRule =>
  documentsOf(DiscoveryRule).read(doc) as unknown as DiscoveryRule;
