import { createInventory, type Inventory, type InventoryOptions, KeyRing, servicesOf, type Storage } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { deliveryOperations, webhookOperations, webhooksPlugin, type WebhooksOptions } from "../src/index.ts";

/** The key of the ring that hosts have. */
export const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString("base64");

/** An inventory with webhooks, on a clock that a test moves. */
export interface HostWithWebhooks {
  readonly inventory: Inventory;
  readonly clock: FakeClock;
  readonly webhooks: ReturnType<typeof servicesOf<typeof webhookOperations>>;
  readonly deliveries: ReturnType<typeof servicesOf<typeof deliveryOperations>>;
  /**
   * Waits until `done`, with turns for sockets and databases; fails after a while of real time. Time goes as it really
   * does, or by `stepMs` each turn: for what is due much later.
   */
  until(done: () => boolean | Promise<boolean>, what: string, stepMs?: number): Promise<void>;
  close(): Promise<void>;
}

const turn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

export async function openHost(
  storage: Storage,
  options: WebhooksOptions = {},
  more: Partial<InventoryOptions> & { readonly clock?: FakeClock } = {},
): Promise<HostWithWebhooks> {
  const clock = more.clock ?? new FakeClock();
  const inventory = await createInventory({ storage, clock, keyRing: KeyRing.parse(KEY), plugins: [webhooksPlugin(options)], ...more });
  return {
    inventory,
    clock,
    webhooks: servicesOf(inventory.host, webhookOperations),
    deliveries: servicesOf(inventory.host, deliveryOperations),
    async until(done, what, stepMs) {
      const startedAt = performance.now();
      for (let before = startedAt; !(await done());) {
        const now = performance.now();
        if (now - startedAt > 15_000) throw new Error(`it did not happen: ${what}`);
        await clock.advance(stepMs ?? Math.round(now - before));
        before = now;
        await turn();
      }
    },
    async close() {
      let closed = false;
      const closing = inventory.close().finally(() => (closed = true));
      while (!closed) {
        await clock.advance(100);
        await turn();
      }
      await closing;
    },
  };
}
