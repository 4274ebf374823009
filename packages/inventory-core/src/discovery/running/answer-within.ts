import type { Clock } from "../../contract/clock.ts";

/**
 * What a plugin answers, or what stands for its answer when it takes too long. It may throw, reject, or do so much later.
 * @throws what it throws in time
 */
export async function answerWithin<T>(clock: Clock, ms: number, ask: () => Promise<T> | undefined, late: T): Promise<T | undefined> {
  const answered = new AbortController();
  const timeout = clock.sleep(ms, answered.signal).then(() => late);
  // It is aborted when the answer is there, and nobody may be waiting by then.
  timeout.catch(() => {});
  try {
    return await Promise.race([ask(), timeout]);
  } finally {
    answered.abort();
  }
}
