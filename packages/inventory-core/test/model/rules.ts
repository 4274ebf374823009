import type { ModelAllocation, ModelDevice, ModelDiscovered, ModelPool } from "./model.ts";
import { type Span, within } from "./numbers.ts";

/** Why a pool may not get a range; null when it may (docs/spec/pools.md#a-smaller-pool). */
export function shrinkRefusal(pool: ModelPool, span: Span, allocations: readonly ModelAllocation[]): string | null {
  return allocations.some((one) => one.pool === pool && !within(one.n, span)) ? "CONFLICT" : null;
}

/** Why what was seen may not be promoted; null when it may (docs/spec/discovery.md#promotion). */
export function promotionRefusal(seen: ModelDiscovered, holders: readonly ModelDevice[]): string | null {
  if (seen.device !== null) return "ALREADY_EXISTS";
  return holders.length > 0 ? "CONFLICT" : null;
}
