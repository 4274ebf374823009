import { defineTable } from "../../storage/table.ts";

/**
 * A row of `event_subscription`. `cursor` is the place after the last event that the handler has done. `token` proves that a process holds
 * the name until `lease_until` (milliseconds since the Unix epoch, by the clock of the database). `failures` counts failed calls for the
 * event after the cursor, and `error` is the sentence of the last one.
 */
export const subscriptionTable = defineTable("EventSubscription", "event_subscription", {
  name: { type: "text", primary: true },
  cursor: { type: "text" },
  token: { type: "text", nullable: true },
  lease_until: { type: "bigint" },
  failures: { type: "integer" },
  error: { type: "text" },
  created_at: { type: "text" },
  updated_at: { type: "text" },
});

export const SubscriptionEntity = subscriptionTable.entity;
