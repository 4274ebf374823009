import { EntitySchema } from "@mikro-orm/core";
import type { DeliveryStatus } from "./delivery.ts";

/** Where a delivery stands among those of its record: the first attempts of a record leave one after the other. */
export const TURN = {
  /** An earlier one of its record has not had its first attempt. */
  waiting: 0,
  /** Its first attempt is due, or under way. */
  first: 1,
  /** It has had its first attempt, or is out of order: a retry, a redelivery, a ping. */
  past: 2,
} as const;

/** A row of `webhook_delivery`. Numbers may come as text from a database whose integers are larger than ours. */
export interface DeliveryRow {
  seq: number | string;
  id: string;
  webhook_id: string;
  /** Null for a ping. */
  event_id: string | null;
  event: string;
  record_id: string;
  status: DeliveryStatus;
  turn: number;
  claim_at: string | null;
  lease: string | null;
  /** Retries of this series: a redelivery begins a new one. */
  retry: number;
  attempt_count: number;
  next_attempt_at: string | null;
  request_body: string;
  response_status: number | null;
  response_body: string;
  error: string;
  duration_ms: number | null;
  created_at: string;
  updated_at: string;
}

export const DeliveryEntity: EntitySchema<DeliveryRow> = new EntitySchema<DeliveryRow>({
  name: "WebhookDelivery",
  tableName: "webhook_delivery",
  properties: {
    seq: { type: "bigint", primary: true },
    id: { type: "text" },
    webhook_id: { type: "text" },
    event_id: { type: "text", nullable: true },
    event: { type: "text" },
    record_id: { type: "text" },
    status: { type: "text" },
    turn: { type: "integer" },
    claim_at: { type: "text", nullable: true },
    lease: { type: "text", nullable: true },
    retry: { type: "integer" },
    attempt_count: { type: "integer" },
    next_attempt_at: { type: "text", nullable: true },
    request_body: { type: "text" },
    response_status: { type: "integer", nullable: true },
    response_body: { type: "text" },
    error: { type: "text" },
    duration_ms: { type: "integer", nullable: true },
    created_at: { type: "text" },
    updated_at: { type: "text" },
  },
});

/** A row of `webhook_progress`: how far the event log has been turned into deliveries. */
export interface ProgressRow {
  id: string;
  cursor: string;
}

export const ProgressEntity: EntitySchema<ProgressRow> = new EntitySchema<ProgressRow>({
  name: "WebhookProgress",
  tableName: "webhook_progress",
  properties: { id: { type: "text", primary: true }, cursor: { type: "text" } },
});
