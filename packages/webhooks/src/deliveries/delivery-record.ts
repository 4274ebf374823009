import { Delivery } from "./delivery.ts";
import type { DeliveryRow } from "./delivery.entity.ts";

/** Columns of a delivery as the API shows it. */
export const DELIVERY_COLUMNS = Object.keys(Delivery.shape).join(", ");

export type ShownDeliveryRow = Pick<DeliveryRow, keyof Delivery>;

/** The record of a row, with the keys in the order of the schema. */
export function deliveryOf(row: ShownDeliveryRow): Delivery {
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    event: row.event,
    status: row.status,
    attempt_count: row.attempt_count,
    next_attempt_at: row.next_attempt_at,
    request_body: row.request_body,
    response_status: row.response_status,
    response_body: row.response_body,
    error: row.error,
    duration_ms: row.duration_ms,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
