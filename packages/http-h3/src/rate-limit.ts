import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import type { HandlerSettings } from "./options.ts";

/** Where a client stands in its window. */
export interface LimitState {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in milliseconds since the epoch. */
  readonly resetAtMs: number;
  readonly exceeded: boolean;
}

/** One kind of limit: so many points per window and key. */
export class RateLimit {
  readonly #limiter: RateLimiterMemory;
  readonly #points: number;
  readonly #windowMs: number;

  constructor(points: number, windowMs: number) {
    this.#points = points;
    this.#windowMs = windowMs;
    this.#limiter = new RateLimiterMemory({ points, duration: windowMs / 1000 });
  }

  /** Counts one request. */
  async take(key: string): Promise<LimitState> {
    return this.#state(await this.#limiter.penalty(key, 1));
  }

  /** Takes one count back. */
  async give(key: string): Promise<void> {
    await this.#limiter.reward(key, 1);
  }

  /** Looks without counting. */
  async look(key: string): Promise<LimitState> {
    return this.#state(await this.#limiter.get(key));
  }

  #state(found: RateLimiterRes | null): LimitState {
    const used = found === null || found.msBeforeNext <= 0 ? 0 : Math.max(0, found.consumedPoints);
    return {
      limit: this.#points,
      remaining: Math.max(0, this.#points - used),
      resetAtMs: Date.now() + (used === 0 || found === null ? this.#windowMs : found.msBeforeNext),
      exceeded: used > this.#points,
    };
  }
}

/** The limits of a server; undefined when they are switched off. */
export interface RateLimits {
  readonly general: RateLimit;
  readonly login: RateLimit;
}

export function rateLimitsOf(settings: HandlerSettings["rateLimit"]): RateLimits | undefined {
  if (!settings.enabled) return undefined;
  return {
    general: new RateLimit(settings.requests, settings.windowMs),
    login: new RateLimit(settings.loginRequests, settings.loginWindowMs),
  };
}

/** Whole seconds to wait, at least one. */
export function secondsUntil(resetAtMs: number): number {
  return Math.max(1, Math.ceil((resetAtMs - Date.now()) / 1000));
}

/** The headers every answer carries. Reset is in Unix seconds. */
export function rateLimitHeaders(state: LimitState): [string, string][] {
  return [
    ["x-ratelimit-limit", String(state.limit)],
    ["x-ratelimit-remaining", String(state.remaining)],
    ["x-ratelimit-reset", String(Math.ceil(state.resetAtMs / 1000))],
  ];
}
