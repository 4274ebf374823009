import { defineTable, type RowOf } from "@cadastre/inventory-core";
import { DELIVERY_STATUSES } from "./delivery.ts";

/** Where a delivery stands among those of its record: the first attempts of a record leave one after the other. */
export const TURN = {
  /** An earlier one of its record has not had its first attempt. */
  waiting: 0,
  /** Its first attempt is due, or under way. */
  first: 1,
  /** It has had its first attempt, or is out of order: a retry, a redelivery, a ping. */
  past: 2,
} as const;

/** `webhook_delivery`. */
export const deliveryTable = defineTable("WebhookDelivery", "webhook_delivery", {
  seq: { type: "integer", primary: true },
  id: { type: "text" },
  webhook_id: { type: "text" },
  /** Null for a ping. */
  event_id: { type: "text", nullable: true },
  event: { type: "text" },
  record_id: { type: "text" },
  status: { type: "text", oneOf: DELIVERY_STATUSES },
  turn: { type: "integer" },
  claim_at: { type: "text", nullable: true },
  lease: { type: "text", nullable: true },
  /** Retries of this series: a redelivery begins a new one. */
  retry: { type: "integer" },
  attempt_count: { type: "integer" },
  next_attempt_at: { type: "text", nullable: true },
  request_body: { type: "text" },
  /** Null for a ping, and for an event of a version that gave changes no ids. */
  change_id: { type: "text", nullable: true },
  response_status: { type: "integer", nullable: true },
  response_body: { type: "text" },
  error: { type: "text" },
  duration_ms: { type: "integer", nullable: true },
  created_at: { type: "text" },
  updated_at: { type: "text" },
});

export type DeliveryRow = RowOf<typeof deliveryTable>;

/** `webhook_progress`: how far the event log has been turned into deliveries. */
export const progressTable = defineTable("WebhookProgress", "webhook_progress", {
  id: { type: "text", primary: true },
  cursor: { type: "text" },
});
