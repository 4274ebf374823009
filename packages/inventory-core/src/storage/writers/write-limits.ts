import type { Clock } from "../../contract/clock.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import type { WriteOptions } from "../../contract/storage/storage.ts";

/** Retry-After of BUSY, in seconds. */
const RETRY_AFTER_SECONDS = 1;

/** Thrown when a transaction held locks for longer than `timeoutMs`; the storage rolls it back. */
export class TimeIsUp extends Error {
  /** The limit in milliseconds. */
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`a transaction took longer than ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

/** Creates a BUSY error. @param atWorkMs time in milliseconds since the current write began */
export function busy(waitedMs: number, atWorkMs = 0, cause?: unknown): Error {
  const before = atWorkMs > waitedMs ? ` because another write has been running for ${Math.round(atWorkMs / 1000)} s` : "";
  const reason = `the write waited ${Math.round(waitedMs / 1000)} s for its turn${before}; nothing was written`;
  return coreErrors.BUSY({ reason }, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}

/** Time limit and signal of one transaction. Storages call `check` before each statement. */
export class WriteLimits {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  #endsAt: number;
  #waitedMs = 0;

  constructor(clock: Clock, { timeoutMs = Infinity, signal }: WriteOptions) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
    this.#endsAt = clock.now() + timeoutMs;
  }

  /** Remaining time in milliseconds. */
  get leftMs(): number {
    return this.#endsAt - this.#clock.now();
  }

  /** Time in milliseconds that the transaction has waited for locks. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Extends the limit by a lock wait. */
  waited(ms: number): void {
    this.#waitedMs += ms;
    this.#endsAt += ms;
  }

  /** @throws TimeIsUp, the reason of the signal */
  check(): void {
    this.#signal?.throwIfAborted();
    if (this.#timeoutMs !== Infinity && this.leftMs < 0) throw new TimeIsUp(this.#timeoutMs);
  }
}
