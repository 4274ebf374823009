import { ansible } from "./ansible/ansible-trial.ts";
import { prometheus } from "./prometheus/prometheus-trial.ts";
import type { Trial } from "./trial.ts";

/** Every trial, in the order in which they run. */
export const TRIALS: readonly Trial[] = [prometheus, ansible];
