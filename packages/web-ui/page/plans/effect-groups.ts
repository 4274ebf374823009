import type { PlanReading } from "@cadastre/client";

type Group = PlanReading["groups"][number];

/** A group of the effects of a plan. */
export interface EffectGroup extends Group {
  /** Its index in `groups` of the plan. */
  readonly index: number;
}

/** A group is an exception if another group of its type and action has so many times its records. */
const TIMES_FEWER = 10;

const ACTIONS: readonly Group["action"][] = ["delete", "update", "create"];

/**
 * The groups of a plan in the order in which they are reviewed: exceptions, the smallest first; then deletions, changes and new records,
 * the largest group first.
 */
export function reviewedGroups(groups: PlanReading["groups"]): {
  readonly exceptions: readonly EffectGroup[];
  readonly others: readonly EffectGroup[];
} {
  const isException = ({ type, action, count }: Group): boolean =>
    groups.some((other) => other.type === type && other.action === action && other.count >= count * TIMES_FEWER);
  const all = groups.map((group, index): EffectGroup => ({ ...group, index }));
  return {
    exceptions: all.filter(isException).toSorted((one, other) => one.count - other.count),
    others: all
      .filter((group) => !isException(group))
      .toSorted((one, other) => ACTIONS.indexOf(one.action) - ACTIONS.indexOf(other.action) || other.count - one.count),
  };
}
