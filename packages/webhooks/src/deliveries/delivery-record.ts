import type { Principal } from "@cadastre/inventory-core";
import type { WebhookOwners } from "../webhooks/webhook-owners.ts";
import { Delivery } from "./delivery.ts";
import type { DeliveryRow } from "./delivery.entity.ts";
import { withData } from "./request-body.ts";

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

/** The record of a row. Its request body shows only data that the caller may read. */
export function shownDelivery(row: ShownDeliveryRow, principal: Principal, owners: WebhookOwners): Delivery {
  const { event, request_body: body } = row;
  const shown = owners.showsBody(principal, event, body) ? owners.bodyFor(principal, event, body) : withData(body, () => "null");
  return deliveryOf({ ...row, request_body: shown });
}
