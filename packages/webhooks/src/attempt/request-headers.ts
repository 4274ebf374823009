import type { Shipment } from "./attempt.ts";
import { headerNameProblem, headerValueProblem } from "./custom-headers.ts";
import { bodySignature, standardSignatures } from "./sign.ts";

const USER_AGENT = "Cadastre-Webhooks";

/**
 * All headers of an attempt but those of the connection (`Host`, `Content-Length`). The service's own win over the
 * webhook's, and what could not be sent is left out: it was saved by another version.
 *
 * @param attempt.prefix of the service's headers, such as `X-Service-`
 * @param attempt.timestamp Unix seconds of the attempt
 */
export function requestHeaders(
  shipment: Shipment,
  { prefix, timestamp }: { readonly prefix: string; readonly timestamp: number },
): Record<string, string> {
  const { deliveryId, changeId, body, secrets } = shipment;
  const [newest] = secrets;
  const own = Object.entries(shipment.headers).filter(
    ([name, value]) => headerNameProblem(name, prefix) === undefined && headerValueProblem(value) === undefined,
  );
  return {
    ...(own.some(([name]) => name.toLowerCase() === "user-agent") ? {} : { "User-Agent": USER_AGENT }),
    ...Object.fromEntries(own),
    "Content-Type": "application/json",
    [`${prefix}Event`]: shipment.event,
    [`${prefix}Delivery`]: deliveryId,
    ...(changeId === null ? {} : { [`${prefix}Change`]: changeId }),
    [`${prefix}Timestamp`]: String(timestamp),
    "webhook-id": deliveryId,
    "webhook-timestamp": String(timestamp),
    ...(newest === undefined
      ? {}
      : {
          [`${prefix}Signature`]: bodySignature(newest, body),
          "webhook-signature": standardSignatures(secrets, { deliveryId, timestamp, body }),
        }),
  };
}
