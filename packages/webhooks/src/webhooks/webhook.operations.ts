import { defineOperation, defineOperations, empty, list, record } from "@cadastre/inventory-core";
import { PingResult } from "../deliveries/delivery.ts";
import { DELIVERIES } from "../deliveries/delivery-service.ts";
import { EventOption, Webhook, WebhookCreate, WebhookFilter, WebhookUpdate } from "./webhook.ts";
import { WEBHOOKS } from "./webhook-service.ts";

export const webhookOperations = defineOperations(
  "webhooks",
  {
    /** All webhooks, by name. */
    list: defineOperation({
      summary: "List webhooks",
      description: "By name. Values of headers are masked for callers without webhook:update.",
      service: WEBHOOKS,
      access: "webhook:list",
      http: { method: "GET", path: "/api/webhooks", status: 200 },
      query: WebhookFilter,
      output: list(Webhook),
      run: async (webhooks, { query }, call) => await webhooks.list(query, call),
    }),
    /** Makes a webhook. It gets the events that are committed from now on. */
    create: defineOperation({
      summary: "Create a webhook",
      description:
        "The webhook receives events committed from now on, as long as its creator may read them. Users cannot subscribe " +
        "to events that they may not read.",
      service: WEBHOOKS,
      access: "webhook:create",
      http: { method: "POST", path: "/api/webhooks", status: 201 },
      body: WebhookCreate,
      output: record(Webhook),
      errors: ["CONFLICT", "ENCRYPTION_KEY_MISSING"],
      run: async (webhooks, { body }, call) => await webhooks.create(body, call),
    }),
    /** The events that can be subscribed to. */
    events: defineOperation({
      summary: "List the events that webhooks can subscribe to",
      service: WEBHOOKS,
      access: "authenticated",
      area: "webhooks",
      http: { method: "GET", path: "/api/webhooks/events", status: 200 },
      output: list(EventOption),
      run: async (webhooks) => webhooks.events(),
    }),
    /** One webhook, without its secret. Fails with NOT_FOUND. */
    get: defineOperation({
      summary: "Get a webhook",
      service: WEBHOOKS,
      access: "webhook:read",
      http: { method: "GET", path: "/api/webhooks/{id}", status: 200 },
      output: record(Webhook),
      errors: ["NOT_FOUND"],
      conditional: true,
      run: async (webhooks, { params }, call) => await webhooks.get(params.id, call.principal),
    }),
    /** Changes what is given; disabling cancels what waits. Fails with NOT_FOUND. */
    update: defineOperation({
      summary: "Update a webhook",
      description:
        "Only the keys that are sent change. The caller becomes the owner of the webhook and must be able to read what it " +
        "sends, unless it is disabled. Disabling cancels pending deliveries. An absent secret is kept, an empty one is removed, and a " +
        "new one leaves the previous one valid for secret_overlap_seconds.",
      service: WEBHOOKS,
      access: "webhook:update",
      http: { method: "PUT", path: "/api/webhooks/{id}", status: 200 },
      body: WebhookUpdate,
      output: record(Webhook),
      errors: ["NOT_FOUND", "ENCRYPTION_KEY_MISSING"],
      conditional: true,
      exists: async (webhooks, { id }) => await webhooks.mustExist(id),
      run: async (webhooks, { params, body }, call) => await webhooks.update(params.id, body, call),
    }),
    /** Deletes a webhook and cancels what waits. Fails with NOT_FOUND. */
    delete: defineOperation({
      summary: "Delete a webhook",
      description: "Pending deliveries are cancelled.",
      service: WEBHOOKS,
      access: "webhook:delete",
      http: { method: "DELETE", path: "/api/webhooks/{id}", status: 204 },
      output: empty,
      errors: ["NOT_FOUND"],
      conditional: true,
      run: async (webhooks, { params }, call) => await webhooks.delete(params.id, call),
    }),
    /** Sends a test delivery and waits for what comes of it. Fails with NOT_FOUND. */
    ping: defineOperation({
      summary: "Send a test delivery",
      description: "Waits for the response; always 200, the result is in the delivery. The event is webhook.ping, and it is never retried.",
      service: DELIVERIES,
      access: "webhook:update",
      http: { method: "POST", path: "/api/webhooks/{id}/ping", status: 200 },
      reachesOut: true,
      output: record(PingResult),
      errors: ["NOT_FOUND", "CONFLICT"],
      run: async (deliveries, { params }, call) => await deliveries.ping(params.id, call),
    }),
  },
  { id: "webhook" },
);
