import { hash } from "node:crypto";

/**
 * The id of the delivery of an event to a webhook: a UUID version 7 (RFC 9562) with the time of the event, and a digest in
 * place of the random bits. Whoever makes the delivery once more, because the first time was lost with the power, makes
 * the same id, by which receivers know what they have had.
 * @param eventId a UUID version 7
 */
export function deliveryId(eventId: string, webhookId: string): string {
  const digest = hash("sha256", `${eventId} ${webhookId}`, "hex");
  const [time, version, variant] = [eventId.slice(0, 14), eventId.slice(14, 15), eventId.slice(19, 20)];
  return `${time}${version}${digest.slice(0, 3)}-${variant}${digest.slice(3, 6)}-${digest.slice(6, 18)}`;
}
