import { setTimeout as delay } from "node:timers/promises";
import { clearInterval, setInterval } from "./contract/real-timers.ts";
import type { Clock } from "./contract/clock.ts";

/** Real time; what time it is follows the global `Date`, which tests of an application may set (decision 0466). */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, signal === undefined ? undefined : { signal });
  },
  every(ms, task) {
    const timer = setInterval(task, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};
