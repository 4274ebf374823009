/** Where a client stands in its window. */
export interface LimitState {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in milliseconds since the epoch. */
  readonly resetAtMs: number;
  /** Whole seconds until then, at least one. */
  readonly resetInSeconds: number;
  readonly exceeded: boolean;
}

/** @param used points of the window so far */
export function stateOf(limit: number, used: number, resetAtMs: number, now: number): LimitState {
  const counted = Math.max(0, used);
  return {
    limit,
    remaining: Math.max(0, limit - counted),
    resetAtMs,
    resetInSeconds: Math.max(1, Math.ceil((resetAtMs - now) / 1000)),
    exceeded: counted > limit,
  };
}

/** The same, for one more request than there is room for. */
export const exceededState = (state: LimitState): LimitState => ({ ...state, remaining: 0, exceeded: true });

/** The headers every answer carries. Reset is in Unix seconds. */
export function rateLimitHeaders(state: LimitState): [string, string][] {
  return [
    ["x-ratelimit-limit", String(state.limit)],
    ["x-ratelimit-remaining", String(state.remaining)],
    ["x-ratelimit-reset", String(Math.ceil(state.resetAtMs / 1000))],
  ];
}
