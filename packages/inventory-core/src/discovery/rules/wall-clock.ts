const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Every instant with a given wall time lies within this distance of the same time in UTC, a gap of a whole day included. */
const REACH_MS = 50 * HOUR_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: timezone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(timezone, format);
  }
  return format;
}

/** Returns the wall time of a time zone at an instant, as milliseconds of the same time in UTC. */
export function wallOf(instant: number, timezone: string): number {
  const parts = new Map(
    formatOf(timezone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) as number;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

/** Returns the first instant with a wall time, or the end of the gap where a clock change skips the wall time. */
export function instantOf(wall: number, timezone: string): number {
  const offsets = [wall - REACH_MS, wall + REACH_MS].map((at) => wallOf(at, timezone) - at);
  const existing = offsets.map((offset) => wall - offset).filter((at) => wallOf(at, timezone) === wall);
  if (existing.length > 0) return Math.min(...existing);
  let [before, after] = [wall - REACH_MS, wall + REACH_MS];
  while (after - before > MINUTE_MS) {
    const middle = Math.floor((before + after) / 2 / MINUTE_MS) * MINUTE_MS;
    if (wallOf(middle, timezone) > wall) after = middle;
    else before = middle;
  }
  return after;
}
