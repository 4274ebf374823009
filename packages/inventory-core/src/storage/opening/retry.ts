import { setTimeout } from "node:timers/promises";
import { performance } from "../../contract/real-timers.ts";

/** How a storage waits for a database that is busy. */
export interface RetryPolicy {
  /** True for failures after which the same transaction may succeed: busy, serialization failure, deadlock. */
  readonly isTransient: (error: unknown) => boolean;
  /** Total time given to retries, in milliseconds. */
  readonly budgetMs: number;
  /** The longest pause between two of them, on average, in milliseconds. */
  readonly maxDelayMs: number;
  /** Hears of each further try. */
  readonly onRetry?: () => void;
}

const FIRST_DELAY_MS = 2;

/**
 * Runs a transaction again, with growing and jittered pauses, until it succeeds, fails for good or the budget is spent.
 * Other processes hold their locks in real time, whatever the clock of the inventory says.
 */
export async function retryTransient<T>(policy: RetryPolicy, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + policy.budgetMs;
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, policy.maxDelayMs)) {
    try {
      return await work();
    } catch (error) {
      if (!policy.isTransient(error) || performance.now() >= deadline) throw error;
      policy.onRetry?.();
      await setTimeout(delayMs * (0.5 + Math.random()));
    }
  }
}

/** Codes of an error and its causes, outermost first. */
export function* errorCodes(error: unknown): Generator<string> {
  for (const { code } of errorChain(error)) if (typeof code === "string") yield code;
}

/** The same policy, with one further try for failures that `oneMore` knows: what another transaction committed is seen by it. */
export function withOneMore(policy: RetryPolicy, oneMore: (error: unknown) => boolean): RetryPolicy {
  let left = 1;
  return { ...policy, isTransient: (error) => policy.isTransient(error) || (oneMore(error) && left-- > 0) };
}

/** An error and its causes, outermost first: drivers, Kysely and the ORM wrap each other. */
export function* errorChain(error: unknown): Generator<Readonly<Record<string, unknown>>> {
  for (let depth = 0, current: unknown = error; depth < 8 && typeof current === "object" && current !== null; depth += 1) {
    yield current as Readonly<Record<string, unknown>>;
    const { cause, previous } = current as { cause?: unknown; previous?: unknown };
    current = cause ?? previous;
  }
}
