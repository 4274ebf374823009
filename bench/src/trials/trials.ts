import { PROXY_TRIALS } from "./proxies/proxy-trials.ts";
import type { Trial } from "./trial.ts";

/** Every trial, in the order in which they run. */
export const TRIALS: readonly Trial[] = [...PROXY_TRIALS];
