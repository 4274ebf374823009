import { Id, Timestamp } from "@cadastre/inventory-core";
import { z } from "zod";

/** Name of the event of a ping; it is no event of the log, and is never retried. */
export const PING_EVENT = "webhook.ping";

export const DELIVERY_STATUSES = ["pending", "retrying", "success", "failed", "cancelled"] as const;

export const DeliveryStatus = z.enum(DELIVERY_STATUSES, { error: `must be one of ${DELIVERY_STATUSES.join(", ")}` });

/** One event on its way to one webhook. Its id and its body never change. */
export const Delivery = z
  .object({
    id: Id.meta({ description: "The delivery_id that the receiver sees, the same at every attempt" }),
    webhook_id: z.string(),
    event: z.string(),
    status: DeliveryStatus,
    attempt_count: z.int().meta({ description: "Attempts that have ended" }),
    next_attempt_at: Timestamp.nullable().meta({ description: "When it is due; null when it has ended" }),
    request_body: z.string().meta({ description: "The body, exactly as it is sent" }),
    response_status: z.int().nullable().meta({ description: "HTTP status of the last answer; null when there was none" }),
    response_body: z.string().meta({ description: "The first 4 KiB of the last answer" }),
    error: z.string().meta({ description: "Why the last attempt failed, or why it was cancelled; empty otherwise" }),
    duration_ms: z.int().nullable().meta({ description: "Milliseconds of the last attempt" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "WebhookDelivery", description: "One event on its way to one webhook" });

export const DeliveryFilter = z.object({
  status: DeliveryStatus.optional().meta({ description: "Only those in this state" }),
  event: z.string({ error: "must be given once" }).optional().meta({ description: "Only those of this event" }),
});

/** The answer to a ping. */
export const PingResult = z
  .object({ message: z.string().meta({ description: "What came of it, in a sentence" }), delivery: Delivery })
  .meta({ id: "WebhookPing", description: "What came of a test delivery" });

export type Delivery = z.infer<typeof Delivery>;
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;
export type DeliveryFilter = z.output<typeof DeliveryFilter>;
export type PingResult = z.infer<typeof PingResult>;
