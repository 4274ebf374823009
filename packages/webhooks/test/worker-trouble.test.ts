import { EVENTS, LOGGER, SECRETS, STORAGE } from "@cadastre/inventory-core";
import { expect, test } from "vitest";
import { PLACES } from "./places.ts";
import type { Sender, Shipment } from "../src/attempt/attempt.ts";
import type { Claim } from "../src/queue/claims.ts";
import { DeliveryWorker } from "../src/queue/delivery-worker.ts";
import { FanOut } from "../src/queue/fan-out.ts";
import { Shipments } from "../src/queue/shipments.ts";
import { WebhookVault } from "../src/webhooks/webhook-vault.ts";
import { openHost } from "./hosts.ts";

/** Its database goes away between the claim and the look at the webhook, once. */
class InterruptedShipments extends Shipments {
  interruptions = 0;

  override async of(claims: readonly Claim[]): Promise<ReadonlyMap<Claim, Shipment | Error>> {
    if (claims.length > 0 && this.interruptions === 0) {
      this.interruptions += 1;
      throw new Error("the connection to the database was closed");
    }
    return await super.of(claims);
  }
}

test.each(PLACES)("what was claimed when the database went away is sent when the lease is over, on %s", async (_, open) => {
  await using place = await open();
  const host = await openHost(place.storage(), { deliver: false });
  const { clock, inventory, webhooks, deliveries } = host;
  const [storage, events, logger] = [inventory.host.get(STORAGE), inventory.host.get(EVENTS), inventory.host.get(LOGGER)];
  const shipments = new InterruptedShipments(storage, clock, new WebhookVault(inventory.host.get(SECRETS)));
  const sender: Sender = { send: async () => ({ delivered: true, status: 204, body: "", error: "", durationMs: 1 }) };
  const fanOut = new FanOut({ storage, events, clock, logger });
  const worker = new DeliveryWorker({ storage, events, clock, logger, fanOut, shipments, sender, limits: { perWebhook: 1, total: 1 }, leaseMs: 10_000 });
  await worker.start();
  const { id } = await webhooks.create({ name: "hook", url: "http://10.77.0.1/", events: ["device.created"], headers: {} });
  await inventory.devices.create({ name: "d" });
  await host.until(async () => (await deliveries.list(id))[0]?.status === "success", "delivered after all", 1000);
  expect(shipments.interruptions).toBe(1);
  const stopping = worker.stop();
  await clock.advance(5_000);
  await stopping;
  await host.close();
});
