import { setTimeout as sleep } from "node:timers/promises";
import { createInventory, servicesOf } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { webhookOperations, webhooksPlugin } from "../../../packages/webhooks/src/index.ts";
import { percentile } from "../measure.ts";
import { startReceivers, toLoopback } from "./receivers.ts";

const POLL_INTERVAL_MS = 20;

export interface BesideHangingOptions {
  readonly hanging: number;
  readonly changes: number;
}

export interface BesideHanging {
  readonly received: number;
  /** Attempts at those that hang that had ended by then: after the longest timeout that a webhook may have. */
  readonly hungUp: number;
  readonly p99Ms: number;
}

/**
 * What a receiver gets while others hang, in one process: the short form for the tests. It ends when the receiver has all, or an attempt
 * at one of the others has ended.
 */
export async function healthyBesideHanging({ hanging, changes }: BesideHangingOptions): Promise<BesideHanging> {
  await using receivers = await startReceivers(hanging);
  await using inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [webhooksPlugin({ network: toLoopback })] });
  const webhooks = servicesOf(inventory.host, webhookOperations);
  for (const url of [...receivers.hangingUrls, receivers.healthyUrl])
    await webhooks.create({ name: "hook", url, events: ["device.created"], headers: {}, timeout_seconds: 60 });
  for (let nth = 0; nth < changes; nth += 1) await inventory.devices.create({ name: `device ${nth}` });
  while (receivers.receivedMs.length < changes && receivers.hungUp() === 0) await sleep(POLL_INTERVAL_MS);
  return { received: receivers.receivedMs.length, hungUp: receivers.hungUp(), p99Ms: percentile(receivers.receivedMs, 99) };
}
