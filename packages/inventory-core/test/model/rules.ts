import type { ModelAllocation, ModelDevice, ModelDiscovered, ModelPool } from "./model.ts";
import { type Span, within } from "./numbers.ts";

/**
 * Rules of the naive model that change with beyond.md, each in one place. What is `false` is not built yet, and is
 * switched on with what builds it.
 */
const BUILT = {
  /** §0: allocations that two pools made of one address, after their spaces became one, are in conflict. */
  allocationsConflict: false,
  /** §0: a pool that is shrunk so that allocations fall outside is refused. */
  shrinkRefused: false,
  /** §6: an address that a device of the space holds is not promoted again without force. */
  promotionLooks: false,
} as const;

/** Whether those who have one address of one space contradict each other. */
export function areContested(devices: readonly ModelDevice[], allocations: readonly ModelAllocation[]): boolean {
  return devices.length > 1 || (BUILT.allocationsConflict && allocations.length > 1);
}

/** Why a pool may not get a range; null when it may. */
export function shrinkRefusal(pool: ModelPool, span: Span, allocations: readonly ModelAllocation[]): string | null {
  return BUILT.shrinkRefused && allocations.some((one) => one.pool === pool && !within(one.n, span)) ? "CONFLICT" : null;
}

/** Why what was seen may not be promoted; null when it may. */
export function promotionRefusal(seen: ModelDiscovered, holders: readonly ModelDevice[]): string | null {
  if (seen.device !== null) return "ALREADY_EXISTS";
  return BUILT.promotionLooks && holders.length > 0 ? "CONFLICT" : null;
}

/** Rules that `verify` knows, and that the engine does not keep yet. */
export const BROKEN_BY_DESIGN: readonly string[] = BUILT.shrinkRefused ? [] : ["allocation-rules"];

