import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "@cadastre/inventory-core";

/**
 * The machine's time, some milliseconds ahead. Retries wait for hours: the trial does not, and it does not change the table
 * of waits either. When nothing else is left to do, it kills the workers and starts others whose clocks are ahead.
 */
export function clockAhead(aheadMs: number): Clock {
  return {
    now: () => Date.now() + aheadMs,
    sleep: async (ms, signal) => await sleep(ms, undefined, signal === undefined ? {} : { signal }),
    every(ms, task) {
      const timer = setInterval(task, ms).unref();
      return () => clearInterval(timer);
    },
  };
}
