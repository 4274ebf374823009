import type { RetryWait } from "@cadastre/client";
import { computed, readonly, ref } from "vue";

/** Shorter pauses pass unnoticed. */
const TOLD_PAUSE_MS = 1500;

const waits = ref(new Map<object, number>());
const now = ref(Date.now());
let ticking: ReturnType<typeof setInterval> | undefined;

/** Whole seconds until the server takes requests of this user again; 0 while it does. */
export const pausedForSeconds = readonly(computed(() => Math.max(0, Math.ceil((Math.max(0, ...waits.value.values()) - now.value) / 1000))));

/** A call waits for its rate limit: the page says so until it is over. */
export function pauseBegins({ delayMs, error, signal }: RetryWait): void {
  if (error.code !== "RATE_LIMIT_EXCEEDED" || delayMs < TOLD_PAUSE_MS) return;
  const wait = {};
  now.value = Date.now();
  waits.value.set(wait, now.value + delayMs);
  const over = (): void => {
    clearTimeout(timer);
    waits.value.delete(wait);
    if (waits.value.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
  const timer = setTimeout(over, delayMs);
  signal?.addEventListener("abort", over, { once: true });
  ticking ??= setInterval(() => (now.value = Date.now()), 500);
}
