import type { StoredEvent } from "@cadastre/inventory-core";

/** The body of a delivery (docs/spec/webhooks.md#body-of-a-delivery). The data goes in as it stands in the event log. */
export function requestBody(
  { event, timestamp, change_id, data }: Pick<StoredEvent, "event" | "timestamp" | "change_id" | "data">,
  deliveryId: string,
): string {
  return `${JSON.stringify({ event, delivery_id: deliveryId, timestamp, change_id }).slice(0, -1)},"data":${data}}`;
}
