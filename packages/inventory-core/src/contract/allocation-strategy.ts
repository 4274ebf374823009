import { serviceToken } from "./service-token.ts";

/** The pool that addresses are asked of. */
export interface PoolToAllocate {
  /** Id of the pool. */
  readonly id: string;
  /** Name of the pool. */
  readonly name: string;
  /** First address of it, in canonical form (RFC 5952 for IPv6). */
  readonly start_ip: string;
  /** Last address of it, in the same form. */
  readonly end_ip: string;
}

/**
 * Which of the free addresses of a pool is handed out next. Whatever it says, no address is handed out twice, and none that is taken;
 * an allocation fails only when there are not as many free addresses as were asked for.
 */
export interface AllocationStrategy {
  /**
   * An address from which free ones are looked for, upwards, and on from the first of the pool after its last. Outside of the pool it
   * counts as its first. It is asked in each transaction that allocates, which may run more than once.
   */
  startAt(pool: PoolToAllocate): string;
}

/** The lowest free addresses first. */
export const LOWEST_FIRST: AllocationStrategy = { startAt: ({ start_ip: start }) => start };

/**
 * Says which free address an allocation gets; {@link LOWEST_FIRST} unless bound.
 *
 * @example
 * // Not the address that was given back a moment ago, and may still be in somebody's cache.
 * createInventory({ storage, bind: [provide(ALLOCATION_STRATEGY, [], () => ({ startAt: (pool) => afterLastOf(pool) }))] })
 */
export const ALLOCATION_STRATEGY = serviceToken<AllocationStrategy>("allocation-strategy");
