import type { LogDamage } from "./torn/damage.ts";
import type { AcknowledgedWrite, Snapshot } from "./torn/torn-writer.ts";

/** What must have survived damage: everything acknowledged before the log was that long, or in an earlier log. */
export function mustSurvive({ acknowledged, log }: Pick<Snapshot, "acknowledged" | "log">, { at }: LogDamage): AcknowledgedWrite[] {
  return acknowledged.filter((write) => write.log.generation !== log.generation || write.log.end <= Math.max(at, log.copied));
}

/**
 * Holds the changes that a damaged copy still tells of against those of the whole database.
 * @param survivors the copy's changes in the order of their rows
 * @param order all changes in the order of the commits
 */
export function checkSurvivors(survivors: readonly string[], order: readonly string[], needed: readonly AcknowledgedWrite[]): string[] {
  const violations: string[] = [];
  const stray = survivors.findIndex((trace, index) => trace !== order[index]);
  if (stray >= 0)
    violations.push(`the surviving changes are no prefix of the commits: row ${stray} is ${survivors[stray]} in place of ${order[stray]}`);
  const there = new Map<string, number>();
  for (const trace of survivors) there.set(trace, (there.get(trace) ?? 0) + 1);
  const due = new Map<string, number>();
  for (const trace of needed.flatMap(({ traces }) => traces)) due.set(trace, (due.get(trace) ?? 0) + 1);
  for (const [trace, count] of due) {
    if ((there.get(trace) ?? 0) < count) violations.push(`acknowledged before the damage, but gone: ${trace}`);
  }
  return violations;
}
