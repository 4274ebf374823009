import { setTimeout as sleep } from "node:timers/promises";
import type { TokenBucket } from "../probing/token-bucket.ts";
import { exchangeUdp } from "../probing/udp-exchange.ts";
import { QUIET_UDP_PORT } from "../ports.ts";

const WAIT_MS = 300;

/** Whether a host says that nobody listens at a UDP port, or answers there. Never throws. */
export async function isRefusedUdp(
  ip: string,
  { bucket, signal }: { readonly bucket: TokenBucket; readonly signal: AbortSignal },
): Promise<boolean> {
  for (let waitMs = bucket.take(); waitMs > 0; waitMs = bucket.take()) {
    await sleep(waitMs);
    if (signal.aborted) return false;
  }
  const { kind } = await exchangeUdp({ ip, port: QUIET_UDP_PORT, payload: Buffer.alloc(0), waitMs: WAIT_MS, signal });
  return kind !== "nothing";
}
