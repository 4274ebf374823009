import type { DiscoveryRule } from "../../contract/generated/api.ts";
import { timeAfter } from "./cron-schedule.ts";

const HOUR_MS = 3_600_000;

/** Share of the interval by which rules are spread, so that those made together do not all start together. */
const JITTER = 0.05;
const MAX_JITTER_MS = 600_000;

/** A time of a schedule that could not be kept for so long is passed over: it was chosen for a reason. */
const MAX_LATE_MS = HOUR_MS;

/** What says when a rule is due. */
type Timed = Pick<DiscoveryRule, "id" | "interval_hours" | "schedule" | "timezone">;

/** A number from 0 up to 1 that is always the same for a rule. */
function spreadOf(id: string): number {
  let hash = 0x811c9dc5;
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193);
  return (hash >>> 0) / 2 ** 32;
}

/**
 * When a rule is due (docs/spec/discovery.md#when-a-rule-is-due): the next time of its schedule; or its interval after it was created,
 * enabled or started last, whichever is latest, and up to a twentieth of the interval later, ten minutes at most.
 *
 * @param since ISO 8601 time of the latest of the three
 * @throws Error when this machine does not know the time zone of a schedule
 */
export function dueAfter({ id, interval_hours: hours, schedule, timezone }: Timed, since: string): string {
  if (hours === null) return timeAfter(schedule, timezone, since);
  const interval = hours * HOUR_MS;
  return new Date(Date.parse(since) + interval + Math.floor(spreadOf(id) * Math.min(interval * JITTER, MAX_JITTER_MS))).toISOString();
}

/** Whether the time that a rule was due at is too long ago to scan now: only those of schedules ever are. */
export function isMissed({ schedule, next_due_at: due }: Pick<DiscoveryRule, "schedule" | "next_due_at">, now: string): boolean {
  return schedule !== "" && due !== null && Date.parse(now) - Date.parse(due) > MAX_LATE_MS;
}
