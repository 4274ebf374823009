import type { Clock } from "../../contract/clock.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import type { WriteOptions } from "../../contract/storage/storage.ts";

/** Seconds after which a caller is told to come back whose write waited for too long. */
const RETRY_AFTER_SECONDS = 1;

/** A transaction held locks for longer than it may; it is rolled back. */
export class TimeIsUp extends Error {
  /** Milliseconds that it had. */
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`a transaction took longer than ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

/** What a write is told that waited for as long as it may. @param atWorkMs how long the write before it has been at work */
export function busy(waitedMs: number, atWorkMs = 0, cause?: unknown): Error {
  const before = atWorkMs > waitedMs ? `, behind a change that has been at work for ${Math.round(atWorkMs / 1000)} s` : "";
  const reason = `this change waited ${Math.round(waitedMs / 1000)} s for its turn${before}, and nothing was written`;
  return coreErrors.BUSY({ reason }, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}

/** Bounds of one transaction, asked before each of its statements. */
export class WriteLimits {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  #endsAt: number;

  constructor(clock: Clock, { timeoutMs = Infinity, signal }: WriteOptions) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
    this.#endsAt = clock.now() + timeoutMs;
  }

  /** Milliseconds that are left. */
  get leftMs(): number {
    return this.#endsAt - this.#clock.now();
  }

  /** Waits for locks are not counted. */
  waited(ms: number): void {
    this.#endsAt += ms;
  }

  /** @throws TimeIsUp, the reason of the signal */
  check(): void {
    this.#signal?.throwIfAborted();
    if (this.#timeoutMs !== Infinity && this.leftMs < 0) throw new TimeIsUp(this.#timeoutMs);
  }
}
