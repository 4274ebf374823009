import { Id, Timestamp } from "@cadastre/inventory-core";
import { z } from "zod";

/** Name of the event of a ping; it is no event of the log, and is never retried. */
export const PING_EVENT = "webhook.ping";

export const DELIVERY_STATUSES = ["pending", "retrying", "success", "failed", "cancelled"] as const;

export const DeliveryStatus = z.enum(DELIVERY_STATUSES, { error: `must be one of ${DELIVERY_STATUSES.join(", ")}` });

/** Delivery of an event to a webhook. Its id and its body never change. */
export const Delivery = z
  .object({
    id: Id.meta({ description: "The delivery_id sent to the receiver, the same for every attempt" }),
    webhook_id: z.string().meta({ description: "Id of the webhook" }),
    event: z.string().meta({ description: "Name of the event" }),
    status: DeliveryStatus.meta({ description: "State of the delivery; success, failed and cancelled are final" }),
    attempt_count: z.int().meta({ description: "Finished attempts" }),
    next_attempt_at: Timestamp.nullable().meta({ description: "Time of the next attempt; null when finished" }),
    request_body: z.string().meta({ description: "The body exactly as sent, but for what the caller may not read" }),
    response_status: z.int().nullable().meta({ description: "HTTP status of the last response; null if there was none" }),
    response_body: z.string().meta({ description: "The first 4 KiB of the last response" }),
    error: z.string().meta({ description: "Why the last attempt failed, or why it was cancelled; empty otherwise" }),
    duration_ms: z.int().nullable().meta({ description: "Duration of the last attempt in milliseconds" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "WebhookDelivery", description: "Delivery of an event to a webhook" });

export const DeliveryFilter = z.object({
  status: DeliveryStatus.optional().meta({ description: "Only deliveries in this state" }),
  event: z.string({ error: "must be given once" }).optional().meta({ description: "Only deliveries of this event" }),
});

/** The answer to a ping. */
export const PingResult = z
  .object({ message: z.string().meta({ description: "Result of the delivery as a message" }), delivery: Delivery })
  .meta({ id: "WebhookPing", description: "Result of a test delivery" });

export type Delivery = z.infer<typeof Delivery>;
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;
export type DeliveryFilter = z.output<typeof DeliveryFilter>;
export type PingResult = z.infer<typeof PingResult>;
