import { realTimers } from "@cadastre/inventory-core/scanning";
import { exchangeUdp } from "../probing/udp-exchange.ts";
import type { ScanContext } from "../scan-context.ts";

const WAIT_MS = 700;

/** Sends one datagram and waits for the answer of the host itself; undefined when none comes. Never throws. */
export async function askUdp(
  { signal, bucket }: Pick<ScanContext, "signal" | "bucket">,
  ip: string,
  port: number,
  question: Buffer,
): Promise<Buffer | undefined> {
  const waitMs = bucket.take();
  if (waitMs > 0) await new Promise((resolve) => realTimers.setTimeout(resolve, waitMs));
  const outcome = await exchangeUdp({ ip, port, payload: question, waitMs: WAIT_MS, signal });
  return outcome.kind === "answer" ? outcome.bytes : undefined;
}
