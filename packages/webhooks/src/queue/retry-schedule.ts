const MINUTE_MS = 60_000;

/** What retry k waits after the attempt before it (docs/spec/webhooks.md#retries). */
const RETRY_WAITS_MS = [1, 5, 15, 60, 360].map((minutes) => minutes * MINUTE_MS);

/**
 * When to try again, or undefined when a delivery has failed for good.
 *
 * @param retriesDone retries that have ended
 * @param maxRetries `retry_count` of the webhook
 * @param endedAtMs when the attempt ended, Unix milliseconds
 */
export function nextAttemptAtMs(retriesDone: number, maxRetries: number, endedAtMs: number): number | undefined {
  if (retriesDone >= maxRetries) return undefined;
  const wait = RETRY_WAITS_MS[retriesDone];
  return wait === undefined ? undefined : endedAtMs + wait;
}
