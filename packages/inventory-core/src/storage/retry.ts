import type { Clock } from "../contract/clock.ts";

/** How a storage waits for a database that is busy. */
export interface RetryPolicy {
  readonly clock: Clock;
  /** True for failures after which the same transaction may succeed: busy, serialization failure, deadlock. */
  readonly isTransient: (error: unknown) => boolean;
  /** Total time given to retries, in milliseconds. */
  readonly budgetMs: number;
}

const FIRST_DELAY_MS = 2;
const LONGEST_DELAY_MS = 100;

/** Runs a transaction again, with growing and jittered pauses, until it succeeds, fails for good or the budget is spent. */
export async function retryTransient<T>(policy: RetryPolicy, work: () => Promise<T>): Promise<T> {
  const deadline = policy.clock.now() + policy.budgetMs;
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!policy.isTransient(error) || policy.clock.now() >= deadline) throw error;
      await policy.clock.sleep(delayMs * (0.5 + Math.random()));
    }
  }
}

/** Codes of an error and its causes, outermost first: drivers, Kysely and the ORM wrap each other. */
export function* errorCodes(error: unknown): Generator<string> {
  for (let depth = 0, current: unknown = error; depth < 8 && typeof current === "object" && current !== null; depth += 1) {
    const { code, cause, previous } = current as { code?: unknown; cause?: unknown; previous?: unknown };
    if (typeof code === "string") yield code;
    current = cause ?? previous;
  }
}
