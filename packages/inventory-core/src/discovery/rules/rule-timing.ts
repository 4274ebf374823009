import type { Draft } from "../../contract/errors/validation.ts";
import type { DiscoveryRule, DiscoveryRuleCreate } from "./discovery-rule.ts";

/** Hours of a rule that says neither when nor how often. */
const DEFAULT_INTERVAL_HOURS = 24;
const DEFAULT_TIMEZONE = "UTC";

/** When a rule starts scans: by an interval or by a schedule, never both. */
export type RuleTiming = Pick<DiscoveryRule, "interval_hours" | "schedule" | "timezone">;

/**
 * When a rule would start scans after a change. Giving one of the two ends the other; what speaks against it is added to the problems.
 * @param before what the rule says now; undefined for a new one
 */
export function timingOf({ fields, problems }: Draft<Partial<DiscoveryRuleCreate>>, before?: RuleTiming): RuleTiming {
  const { schedule: asked, interval_hours: hours, timezone: zone } = fields;
  const kept = before?.schedule ?? "";
  const byHours = typeof hours === "number";
  if (byHours && asked !== undefined && asked !== "") problems.add("schedule", "cannot be given with interval_hours: send one of the two");
  if (!byHours && asked === "" && kept !== "") problems.add("schedule", "can only be removed with an interval_hours in its place");
  const schedule = byHours ? "" : (asked ?? kept);
  if (schedule === "") {
    if (hours === null) problems.add("interval_hours", "is required where there is no schedule");
    if (zone !== undefined && zone !== "") problems.add("timezone", "is for rules with a schedule: send one with it, or leave it out");
    return { interval_hours: hours ?? before?.interval_hours ?? DEFAULT_INTERVAL_HOURS, schedule: "", timezone: "" };
  }
  const timezone = zone ?? (kept === "" ? "" : (before?.timezone ?? ""));
  return { interval_hours: null, schedule, timezone: timezone === "" ? DEFAULT_TIMEZONE : timezone };
}
