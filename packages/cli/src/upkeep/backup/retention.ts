/** How many backups stay. A backup stays when one of the rules keeps it. */
export interface Retention {
  /** The newest ones. */
  readonly last?: number;
  /** Of so many days that have backups, the newest of each; days, weeks (from Monday) and months are those of UTC. */
  readonly daily?: number;
  readonly weekly?: number;
  readonly monthly?: number;
}

const DAY_MS = 86_400_000;

/** Days from Monday, 29 December 1969 to the beginning of the epoch, a Thursday. */
const DAYS_SINCE_MONDAY = 3;

/** Which span a backup belongs to, by rule. With `last` each is one of its own. */
const SPAN_OF: Readonly<Record<keyof Retention, (time: Date) => number | string>> = {
  last: (time) => time.getTime(),
  daily: (time) => Math.floor(time.getTime() / DAY_MS),
  weekly: (time) => Math.floor((time.getTime() / DAY_MS + DAYS_SINCE_MONDAY) / 7),
  monthly: (time) => time.toISOString().slice(0, "2026-11".length),
};

/** Whether there is any rule; without one nothing is removed. */
export const isRetention = (retention: Retention): boolean => Object.values(retention).some((count) => count !== undefined);

/** @param times when backups were made, in any order @returns which of them stay */
export function keptTimes(times: readonly Date[], retention: Retention): ReadonlySet<Date> {
  const newestFirst = times.toSorted((one, other) => other.getTime() - one.getTime());
  const kept = new Set<Date>();
  for (const rule of Object.keys(SPAN_OF) as readonly (keyof Retention)[]) {
    const spans = new Set<number | string>();
    for (const time of newestFirst) {
      const span = SPAN_OF[rule](time);
      if (spans.has(span)) continue;
      if (spans.size >= (retention[rule] ?? 0)) break;
      spans.add(span);
      kept.add(time);
    }
  }
  return kept;
}
