import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../../contract/clock.ts";

/** Real time: a storage under test waits for locks as it does in production. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, signal === undefined ? undefined : { signal });
  },
  every: () => () => {},
};
