// The complete public surface of @cadastre/webhooks. Named exports only.
export type { Outcome, Sender, Shipment } from "./attempt/attempt.ts";
