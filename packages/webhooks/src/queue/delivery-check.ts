import { type HealthCheck, serviceToken } from "@cadastre/inventory-core";
import type { DeliveryWorker } from "./delivery-worker.ts";

export const DELIVERY_CHECK = serviceToken<HealthCheck>("webhook-delivery-check");

/** Whether what is due is looked for and kept. */
export function deliveryCheck(worker: DeliveryWorker): HealthCheck {
  return { id: "webhooks", check: async () => worker.check() };
}
