import { Cron } from "croner";
import { instantOf, wallOf } from "./wall-clock.ts";

const ADVICE = "write minute, hour, day of month, month and day of week, such as 30 3 * * 1-5";

const VALUE = "(?:\\d{1,2}|[a-z]{3})";
const PART = `(?:\\*|${VALUE}(?:-${VALUE})?)(?:/\\d{1,2})?`;
const FIELD = `${PART}(?:,${PART})*`;
/** What every cron knows: no seconds, nicknames or signs of one program alone. Which numbers a field takes, the library says. */
const FIVE_FIELDS = new RegExp(`^${FIELD}(?: +${FIELD}){4}$`, "i");

const ZONE_NAME = /^[a-z][\w+\-/]*$/i;

/** Times of a schedule. Only calculates: starts no timer. @throws Error saying what is wrong with the text or the zone */
function timesOf(schedule: string, timezone: string): Cron {
  return new Cron(schedule, { mode: "5-part", timezone, fixedTimeRule: "no-wildcard", paused: true });
}

/** Whether a schedule names its minutes and hours. Steps and `*` run in real time instead. */
const namesTimes = (schedule: string): boolean => !/[*/]/.test(schedule.trim().split(/ +/).slice(0, 2).join(" "));

/** Why a text is no schedule of five fields, or none that ever comes; undefined for one that is. */
export function scheduleProblem(schedule: string): string | undefined {
  if (!FIVE_FIELDS.test(schedule)) return `is not a schedule of five fields: ${ADVICE}`;
  try {
    if (timesOf(schedule, "UTC").nextRun() === null) return "names a day that no year has";
  } catch (error) {
    return `is not a schedule: ${(error as Error).message.replace(/^CronPattern: /, "")}: ${ADVICE}`;
  }
  return undefined;
}

/** Why a text is no time zone of the IANA database; undefined for one that is. */
export function timezoneProblem(timezone: string): string | undefined {
  const wrong = "is not a time zone: write a name of the IANA database, such as Europe/Berlin or UTC";
  if (!ZONE_NAME.test(timezone)) return wrong;
  try {
    new Intl.DateTimeFormat("en", { timeZone: timezone });
  } catch {
    return wrong;
  }
  return undefined;
}

/**
 * The first time of a schedule after another time (docs/spec/discovery.md#when-a-rule-is-due).
 * @param after ISO 8601 UTC
 * @returns ISO 8601 UTC with milliseconds
 * @throws Error when this machine does not know the time zone, or the time never comes
 */
export function timeAfter(schedule: string, timezone: string, after: string): string {
  const next = namesTimes(schedule)
    ? nextNamedTime(schedule, timezone, Date.parse(after))
    : timesOf(schedule, timezone).nextRun(new Date(after));
  if (next === null) throw new Error(`the schedule ${schedule} has no time after ${after}`);
  return next.toISOString();
}

/**
 * The next time of a schedule that names its minutes and hours. The times are those of a clock on the wall, so that they are calculated in
 * UTC and then converted: croner drops a time that a clock change skips when the skipped hour is the last one of a day.
 */
function nextNamedTime(schedule: string, timezone: string, after: number): Date | null {
  const times = timesOf(schedule, "UTC");
  for (let wall = times.nextRun(new Date(wallOf(after, timezone))); wall !== null; wall = times.nextRun(wall)) {
    const instant = instantOf(wall.getTime(), timezone);
    if (instant > after) return new Date(instant);
  }
  return null;
}
