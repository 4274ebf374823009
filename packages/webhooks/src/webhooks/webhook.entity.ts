import { defineTable, type RowOf } from "@cadastre/inventory-core";

/** `webhook`. What is encrypted is null when there is nothing to keep. */
export const webhookTable = defineTable("Webhook", "webhook", {
  id: { type: "text", primary: true },
  name: { type: "text" },
  description: { type: "text" },
  url: { type: "text" },
  /** JSON list of event names. */
  events: { type: "text" },
  enabled: { type: "integer" },
  /** Encrypted JSON object. */
  headers: { type: "text", nullable: true, hidden: true },
  secret: { type: "text", nullable: true, hidden: true },
  previous_secret: { type: "text", nullable: true, hidden: true },
  previous_secret_until: { type: "text", nullable: true },
  timeout_seconds: { type: "integer" },
  retry_count: { type: "integer" },
  /** Cursor of the event log when it was enabled: only later events are its. */
  since: { type: "text" },
  /** User in whose name it sends; null for the program itself, and for webhooks from before owners were kept. */
  owner_id: { type: "text", nullable: true },
  created_at: { type: "text" },
  updated_at: { type: "text" },
});

export type WebhookRow = RowOf<typeof webhookTable>;
