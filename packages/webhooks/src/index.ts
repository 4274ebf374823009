// The complete public surface of @cadastre/webhooks. Named exports only.

export { webhooksPlugin } from "./webhooks-plugin.ts";
export { WebhooksOptions } from "./webhooks-options.ts";
export type { OutboundNetwork } from "@cadastre/inventory-core/outbound";

// Operations, for servicesOf()
export { deliveryOperations } from "./deliveries/delivery.operations.ts";
export { webhookOperations } from "./webhooks/webhook.operations.ts";

// Records
export { Delivery, DeliveryFilter, PingResult } from "./deliveries/delivery.ts";
export { EventOption, Webhook, WebhookCreate, WebhookFilter, WebhookUpdate } from "./webhooks/webhook.ts";
