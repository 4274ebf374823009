import { setTimeout as sleep } from "node:timers/promises";
import { createInventory, servicesOf } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { webhookOperations, webhooksPlugin } from "../../../packages/webhooks/src/index.ts";
import { percentile } from "../measure.ts";
import { startReceivers, toLoopback } from "./receivers.ts";

export interface BesideHangingOptions {
  readonly hanging: number;
  readonly seconds: number;
  /** Changes a second. */
  readonly rate: number;
}

/** What a receiver waits for while others hang, in one process: the short form for the tests. */
export async function healthyBesideHanging({
  hanging,
  seconds,
  rate,
}: BesideHangingOptions): Promise<{ receivedMs: readonly number[]; p99Ms: number }> {
  await using receivers = await startReceivers(hanging);
  await using inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [webhooksPlugin({ network: toLoopback })] });
  const webhooks = servicesOf(inventory.host, webhookOperations);
  for (const url of [...receivers.hangingUrls, receivers.healthyUrl])
    await webhooks.create({ name: "hook", url, events: ["device.created"], headers: {}, timeout_seconds: 10 });
  for (let nth = 0; nth < seconds * rate; nth += 1) {
    await inventory.devices.create({ name: `device ${nth}` });
    await sleep(1000 / rate);
  }
  await sleep(1000);
  return { receivedMs: receivers.receivedMs, p99Ms: percentile(receivers.receivedMs, 99) };
}
