import { defineOperation, defineOperations, list, record } from "@cadastre/inventory-core";
import { Delivery, DeliveryFilter } from "./delivery.ts";
import { DELIVERIES } from "./delivery-service.ts";

export const deliveryOperations = defineOperations(
  "webhookDeliveries",
  {
    /** The deliveries of a webhook, newest first. Fails with NOT_FOUND. */
    list: defineOperation({
      summary: "List the deliveries of a webhook",
      description:
        "Newest first, within the retention time. Deliveries of events that the caller may not read are omitted, and `request_body` has " +
        "what the caller may read.",
      service: DELIVERIES,
      access: "webhook:read",
      http: { method: "GET", path: "/api/webhooks/{id}/deliveries", status: 200 },
      query: DeliveryFilter,
      output: list(Delivery),
      errors: ["NOT_FOUND"],
      exists: async (deliveries, { id }) => await deliveries.webhookMustExist(id),
      run: async (deliveries, { params, query }, call) => await deliveries.list(params.id, query, call),
    }),
    /** One delivery with what was sent and answered. Fails with NOT_FOUND. */
    get: defineOperation({
      summary: "Get a delivery",
      service: DELIVERIES,
      access: "webhook:read",
      http: { method: "GET", path: "/api/webhooks/{id}/deliveries/{delivery_id}", status: 200 },
      output: record(Delivery),
      errors: ["NOT_FOUND"],
      conditional: true,
      run: async (deliveries, { params }, call) => await deliveries.get(params.id, params.delivery_id, call),
    }),
    /** Sends a delivery again, same id and body. Fails with NOT_FOUND, CONFLICT. */
    redeliver: defineOperation({
      summary: "Send a delivery again",
      description: "Queued immediately with the same delivery_id and body, and with all retries.",
      service: DELIVERIES,
      access: "webhook:update",
      http: { method: "POST", path: "/api/webhooks/{id}/deliveries/{delivery_id}/redeliver", status: 202 },
      reachesOut: true,
      output: record(Delivery),
      errors: ["NOT_FOUND", "CONFLICT"],
      run: async (deliveries, { params }, call) => await deliveries.redeliver(params.id, params.delivery_id, call),
    }),
  },
  { id: "webhook", delivery_id: "delivery" },
);
