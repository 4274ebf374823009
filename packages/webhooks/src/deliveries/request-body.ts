import type { StoredEvent } from "@cadastre/inventory-core";

/** The body of a delivery (docs/spec/webhooks.md#body-of-a-delivery). The data goes in as it stands in the event log. */
export function requestBody({ event, timestamp, data }: Pick<StoredEvent, "event" | "timestamp" | "data">, deliveryId: string): string {
  return `${JSON.stringify({ event, delivery_id: deliveryId, timestamp }).slice(0, -1)},"data":${data}}`;
}

/** A body whose data is another, its other fields as they are. @param change takes and gives JSON text */
export function withData(body: string, change: (data: string) => string): string {
  const { data, ...rest } = JSON.parse(body) as Readonly<Record<string, unknown>>;
  return `${JSON.stringify(rest).slice(0, -1)},"data":${change(JSON.stringify(data))}}`;
}

/** The data in a body, as JSON text. */
export const dataIn = (body: string): string => JSON.stringify((JSON.parse(body) as { readonly data: unknown }).data);
