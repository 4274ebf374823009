import type { DiscoveryRule } from "../../contract/generated/api.ts";
import type { DerivedDraft } from "../../contract/record-functions.ts";
import { dueAfter } from "./rule-schedule.ts";

/** Hours of a rule that says neither when nor how often. */
export const DEFAULT_INTERVAL_HOURS = 24;
const DEFAULT_TIMEZONE = "UTC";

/** When a rule starts scans: by an interval or by a schedule, never both. */
type RuleTiming = Pick<DiscoveryRule, "interval_hours" | "schedule" | "timezone">;

/** What a rule is before the times are known that follow from it: of a new one, the caller may have sent no interval. */
type Rule = Omit<DiscoveryRule, "interval_hours"> & { readonly interval_hours: number | null | undefined };

/** When a rule starts scans after a change, and is due next. Enabling it counts as a start of its interval. */
export function timesOf(
  draft: DerivedDraft<object>,
  now: string,
  before: DiscoveryRule | undefined,
): RuleTiming & Pick<DiscoveryRule, "next_due_at"> {
  const rule = draft.record as Rule;
  const timing = timingOf(draft, rule, before);
  // What is wrong with the times is told before any is calculated.
  if (draft.problems.any) return { ...timing, next_due_at: null };
  return { ...timing, next_due_at: nextDue(before, { ...rule, ...timing }, now) };
}

/** Giving an interval or a schedule ends the other. */
function timingOf({ problems, has }: DerivedDraft<object>, rule: Rule, before: RuleTiming | undefined): RuleTiming {
  const { interval_hours: hours, schedule: asked, timezone: zone } = rule;
  const kept = before?.schedule ?? "";
  const byHours = has("interval_hours") && typeof hours === "number";
  const says = has("schedule");
  if (byHours && says && asked !== "") problems.add("schedule", "cannot be given with interval_hours: send one of the two");
  if (!byHours && says && asked === "" && kept !== "") problems.add("schedule", "can only be removed with an interval_hours in its place");
  if (byHours || asked === "") {
    if (has("interval_hours") && hours === null) problems.add("interval_hours", "is required where there is no schedule");
    if (has("timezone") && zone !== "") problems.add("timezone", "is for rules with a schedule: send one with it, or leave it out");
    return { interval_hours: hours ?? before?.interval_hours ?? DEFAULT_INTERVAL_HOURS, schedule: "", timezone: "" };
  }
  return { interval_hours: null, schedule: asked, timezone: zone === "" ? DEFAULT_TIMEZONE : zone };
}

function nextDue(before: DiscoveryRule | undefined, after: DiscoveryRule, now: string): string | null {
  if (!after.enabled) return null;
  // A rule that an undo restores is due when it was, unless that has passed meanwhile.
  if (before === undefined) return after.next_due_at !== null && after.next_due_at > now ? after.next_due_at : dueAfter(after, now);
  // Of creation, enabling and the last start the latest counts: all of them lie before now, and enabling is now.
  if (!before.enabled) return dueAfter(after, now);
  if (saysSameTimes(before, after) || before.next_due_at === null) return before.next_due_at;
  if (before.interval_hours === null || after.interval_hours === null) return dueAfter(after, now);
  const moved = Date.parse(dueAfter(before, now)) - Date.parse(before.next_due_at);
  return dueAfter(after, new Date(Date.parse(now) - moved).toISOString());
}

const saysSameTimes = (a: RuleTiming, b: RuleTiming): boolean =>
  a.interval_hours === b.interval_hours && a.schedule === b.schedule && a.timezone === b.timezone;
