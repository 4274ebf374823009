import type { Clock } from "@cadastre/inventory-core";
import { RateLimiterRedis, RateLimiterRes, type RateLimiterStoreAbstract } from "rate-limiter-flexible";
import { type LimitState, stateOf } from "./limit-state.ts";
import type { Count, SharedCounters } from "./shared-counters.ts";

/** Clients that are remembered as refused at most. */
const MAX_REFUSED = 10_000;

/** The base of the library's own stores: it declares it to be extended, and does not export it. */
const StoreBase = Object.getPrototypeOf(RateLimiterRedis) as typeof RateLimiterStoreAbstract;

/** What the limiter asks of us, in the words of rate-limiter-flexible: a store over the shared counts. */
class CounterStore extends StoreBase {
  readonly #counters: SharedCounters;
  readonly #clock: Clock;

  constructor(name: string, points: number, windowMs: number, counters: SharedCounters, clock: Clock) {
    super({ storeClient: counters, keyPrefix: name, points, duration: windowMs / 1000 });
    this.#counters = counters;
    this.#clock = clock;
  }

  async _upsert(key: string, _points: number, windowMs: number): Promise<Count> {
    return await this.#counters.take(key, windowMs, this.#clock.now());
  }

  async _get(key: string): Promise<Count | undefined> {
    return await this.#counters.look(key, this.#clock.now());
  }

  _getRateLimiterRes(_key: string, _changed: number, { points, endsAt }: Count): RateLimiterRes {
    return new RateLimiterRes(Math.max(0, this.points - points), endsAt - this.#clock.now(), points, points === 1);
  }
}

/**
 * A limit that holds exactly, whatever the number of hosts and across restarts: each attempt is counted in the shared
 * database before it is made. For what is rare and dear (signing in).
 */
export class ExactLimit {
  readonly #store: CounterStore;
  readonly #points: number;
  readonly #windowMs: number;
  readonly #clock: Clock;
  /** Who is refused until when: a flood of refused attempts does not reach the database. */
  readonly #refused = new Map<string, LimitState>();

  constructor(name: string, points: number, windowMs: number, counters: SharedCounters, clock: Clock) {
    this.#store = new CounterStore(name, points, windowMs, counters, clock);
    this.#points = points;
    this.#windowMs = windowMs;
    this.#clock = clock;
  }

  /** Counts one attempt. @throws UNAVAILABLE */
  async take(key: string): Promise<LimitState> {
    const now = this.#clock.now();
    const refused = this.#refused.get(key);
    if (refused !== undefined && refused.resetAtMs > now) return stateOf(this.#points, this.#points + 1, refused.resetAtMs, now);
    const state = this.#state(await this.#store.penalty(key, 1));
    if (this.#refused.size >= MAX_REFUSED) this.#refused.clear();
    if (state.exceeded) this.#refused.set(key, state);
    else this.#refused.delete(key);
    return state;
  }

  #state({ consumedPoints, msBeforeNext }: RateLimiterRes): LimitState {
    const now = this.#clock.now();
    return stateOf(this.#points, consumedPoints, now + Math.min(msBeforeNext, this.#windowMs), now);
  }
}
