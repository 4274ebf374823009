import type { CadastreError } from "./answers/client-error.ts";
import type { RetryOptions } from "./client-options.ts";

/** Failures before anything was sent. */
const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

/** Statuses of a server or proxy that will be back. */
const PASSING = new Set([502, 503, 504]);

const DEFAULT_MAX_RATE_LIMIT_WAIT_MS = 120_000;

/** What a call has waited for its rate limit so far. */
export interface RateLimitWait {
  /** Answers 429 that were waited out. */
  readonly times: number;
  /** Milliseconds, in all. */
  readonly waitedMs: number;
}

const NOT_LIMITED: RateLimitWait = { times: 0, waitedMs: 0 };

/** Error codes of calls that had no effect and may be retried. */
const REFUSED_UNDONE: ReadonlySet<string> = new Set(["RATE_LIMIT_EXCEEDED", "BUSY"]);

/** Whether to wait and retry. Sign-ins are not retried: a person is waiting. */
export const isRateLimited = (error: CadastreError): boolean => REFUSED_UNDONE.has(error.code) && error.retryAfterSeconds !== null;

/** When to send a call again. */
export class RetryPolicy {
  readonly #retries: number;
  readonly #baseDelayMs: number;
  readonly #maxDelayMs: number;
  readonly #maxRateLimitWaitMs: number;
  readonly #random: () => number;
  /** Whether creations are given keys, so that they can be sent again. */
  readonly creations: boolean;

  constructor(options: RetryOptions | false = {}, random: () => number = Math.random) {
    const {
      retries = 2,
      baseDelayMs = 250,
      maxDelayMs = 10_000,
      maxRateLimitWaitMs = DEFAULT_MAX_RATE_LIMIT_WAIT_MS,
      creations = false,
    } = options === false ? { retries: 0, maxRateLimitWaitMs: 0 } : options;
    this.#retries = retries;
    this.creations = creations && retries > 0;
    this.#baseDelayMs = baseDelayMs;
    this.#maxDelayMs = maxDelayMs;
    this.#maxRateLimitWaitMs = maxRateLimitWaitMs;
    this.#random = random;
  }

  /**
   * Milliseconds to wait before sending again what failed, or undefined: not again. What may have happened is repeated only
   * when that does no harm; what was refused before it was looked at (429), or never left, may always be.
   *
   * A 429 with Retry-After, or a 503 BUSY, is no failure: the call waits as long as it is told to, again and again, up to
   * `maxRateLimitWaitMs` in all, and its retries are not used up by that.
   */
  delayAfter(error: CadastreError, repeatable: boolean, limited: RateLimitWait = NOT_LIMITED): number | undefined {
    if (isRateLimited(error) && this.#maxRateLimitWaitMs > 0) {
      const delayMs = this.#laterThan((error.retryAfterSeconds ?? 0) * 1000);
      return limited.waitedMs + delayMs > this.#maxRateLimitWaitMs ? undefined : delayMs;
    }
    if (error.attempts - limited.times > this.#retries) return undefined;
    const { reason } = (error.details ?? {}) as { readonly reason?: unknown };
    // The first call under the key is still at work: its connection broke, and it goes on.
    const isAtWork = error.kind === "conflict" && error.retryAfterSeconds !== null;
    const untouched =
      error.kind === "rate-limited" ||
      isAtWork ||
      (error.code === "NETWORK_FAILED" && typeof reason === "string" && NEVER_SENT.has(reason));
    const broken = error.code === "NETWORK_FAILED" || error.code === "CUT_OFF" || PASSING.has(error.status ?? 0);
    if (!untouched && !(repeatable && broken)) return undefined;
    if (error.retryAfterSeconds === null) return this.delay(error.attempts - limited.times);
    const asked = error.retryAfterSeconds * 1000;
    return asked > this.#maxDelayMs ? undefined : this.#laterThan(asked);
  }

  /** A little later than asked, so that those who were sent away together do not come back together. */
  #laterThan(askedMs: number): number {
    return askedMs + this.#random() * Math.min(askedMs / 5, 1000);
  }

  /** The wait after the n-th failure in a row: twice as long each time, and somewhere in its second half. */
  delay(failures: number): number {
    const full = Math.min(this.#maxDelayMs, this.#baseDelayMs * 2 ** (failures - 1));
    return full / 2 + (this.#random() * full) / 2;
  }
}

/** Waits. @throws the reason of the signal when it aborts meanwhile */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      if (signal?.aborted === true) reject(signal.reason as Error);
      else resolve();
    }
    signal?.addEventListener("abort", done, { once: true });
  });
}
