import { type AddressKey, distance } from "../address/address-key.ts";
import { percentUsed } from "../address/host-count.ts";
import { ChangeState } from "../contract/storage/change-state.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { isHigh, poolUtilizationHigh } from "./pool-utilization.ts";

/** A pool with its counters. */
export interface CountedPool {
  readonly id: string;
  readonly lo: AddressKey;
  readonly hi: AddressKey;
  readonly network_id: string;
  readonly name: string;
  readonly used_count: number;
  readonly held_count: number;
  readonly quarantine_seconds: number;
}

interface Level {
  /** Whether it was high before the change. */
  readonly wasHigh: boolean;
  readonly pool: CountedPool;
}

const levels = new ChangeState((change) => {
  change.beforeCommit(async () => await reportHigh(change));
  return new Map<string, Level>();
});

const countOf = (pool: CountedPool): number => pool.used_count + pool.held_count;

/** Notes what a step of a change made of a pool. `pool.utilization_high` tells of the change as a whole, once, when it is complete. */
export function poolFilled(change: Change, before: CountedPool, after: CountedPool): void {
  const all = levels.of(change);
  const wasHigh = all.get(after.id)?.wasHigh ?? isHighIn(change, before);
  all.set(after.id, { wasHigh, pool: after });
}

/** What the change has done to pools so far counts as done before it: holds whose time was up, which anybody might have swept. */
export function countAsBefore(change: Change): void {
  const all = levels.seen(change);
  for (const [id, { pool }] of all ?? []) all?.set(id, { wasHigh: isHighIn(change, pool), pool });
}

const isHighIn = (change: Change, pool: CountedPool): boolean =>
  isHigh(countOf(pool), distance(pool.lo, pool.hi), change.poolUtilizationThreshold);

async function reportHigh(change: Change): Promise<void> {
  const crossed = [...(levels.seen(change)?.values() ?? [])]
    .filter(({ wasHigh, pool }) => !wasHigh && isHighIn(change, pool))
    .map(({ pool }) => pool);
  for (const pool of crossed) {
    change.emit(poolUtilizationHigh, pool.id, {
      pool_id: pool.id,
      pool_name: pool.name,
      network_id: pool.network_id,
      utilization: percentUsed(BigInt(countOf(pool)), distance(pool.lo, pool.hi)),
      threshold: change.poolUtilizationThreshold,
    });
  }
}
