import { setTimeout as sleep } from "node:timers/promises";
import type { TokenBucket } from "../probing/token-bucket.ts";

/** Waits until so many packets may be sent by a program, whose packets count like all others. Ends early on an abort. */
export async function allowance(bucket: TokenBucket, packets: number, signal: AbortSignal): Promise<void> {
  for (let left = packets; left > 0 && !signal.aborted;) {
    const waitMs = bucket.take();
    if (waitMs === 0) left -= 1;
    else await sleep(waitMs, undefined, { signal }).catch(() => {});
  }
}
