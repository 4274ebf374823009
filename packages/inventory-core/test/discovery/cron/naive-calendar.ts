import { timeAfter } from "../../../src/discovery/rules/cron-schedule.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Times of the day at which a rule runs every day. */
export const CASES: readonly (readonly [hour: number, minute: number])[] = [
  [23, 0],
  [23, 30],
  [0, 0],
  [0, 30],
  [1, 59],
  [2, 30],
];

function formatOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
}

/** Wall time as `YYYY-MM-DD, HH:MM`, which sorts as text. */
const textOf = (format: Intl.DateTimeFormat, at: number): string => format.format(at);

/** Days of a year on which the clocks of a zone change, as midnights in UTC. */
function changesIn(format: Intl.DateTimeFormat, year: number): number[] {
  const offsetOf = (at: number): number => Date.parse(`${textOf(format, at).replace(", ", "T")}Z`) - at;
  const days: number[] = [];
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += DAY_MS)
    if (offsetOf(at) !== offsetOf(at + DAY_MS)) days.push(at);
  return days;
}

/** A minute with its wall time. */
interface Minute {
  readonly at: number;
  readonly wall: string;
}

/** Every run of a daily rule by looking at each minute: the first one whose wall time has reached the time of the rule on some day. */
function runsByMinutes(minutes: readonly Minute[], hour: number, minute: number): string[] {
  const time = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
  const [first] = minutes as readonly [Minute];
  const due: string[] = [];
  for (let day = -2; day < 7; day += 1) due.push(`${new Date(first.at + day * DAY_MS).toISOString().slice(0, 10)}, ${time}`);
  const runs: string[] = [];
  let latest = first.wall;
  for (const { at, wall } of minutes.slice(1)) {
    if (wall <= latest) continue;
    if (due.some((one) => latest < one && one <= wall)) runs.push(new Date(at).toISOString());
    latest = wall;
  }
  return runs;
}

/** Sentences about runs of daily rules around the clock changes of a year that differ from those by minutes. */
export function differencesIn(zone: string, year: number, cases: typeof CASES): string[] {
  const format = formatOf(zone);
  return changesIn(format, year).flatMap((day) => {
    const [from, to] = [day - DAY_MS, day + 3 * DAY_MS];
    const minutes: Minute[] = [];
    for (let at = from - MINUTE_MS; at < to; at += MINUTE_MS) minutes.push({ at, wall: textOf(format, at) });
    return cases.flatMap(([hour, minute]) => {
      const expected = runsByMinutes(minutes, hour, minute);
      const actual: string[] = [];
      for (let at = new Date(from - 1).toISOString(); ;) {
        at = timeAfter(`${minute} ${hour} * * *`, zone, at);
        if (Date.parse(at) >= to) break;
        actual.push(at);
      }
      return JSON.stringify(actual) === JSON.stringify(expected)
        ? []
        : [`${minute} ${hour}: ${actual.join(" ")} not ${expected.join(" ")}`];
    });
  });
}
