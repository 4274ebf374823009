import { EntitySchema } from "@mikro-orm/core";

/** A row of `webhook`. What is encrypted is null when there is nothing to keep. */
export interface WebhookRow {
  id: string;
  name: string;
  description: string;
  url: string;
  /** JSON list of event names. */
  events: string;
  enabled: number;
  /** Encrypted JSON object. */
  headers: string | null;
  secret: string | null;
  previous_secret: string | null;
  previous_secret_until: string | null;
  timeout_seconds: number;
  retry_count: number;
  /** Cursor of the event log when it was enabled: only later events are its. */
  since: string;
  /** User in whose name it sends; null for the program itself, and for webhooks from before owners were kept. */
  owner_id: string | null;
  created_at: string;
  updated_at: string;
}

export const WebhookEntity: EntitySchema<WebhookRow> = new EntitySchema<WebhookRow>({
  name: "Webhook",
  tableName: "webhook",
  properties: {
    id: { type: "text", primary: true },
    name: { type: "text" },
    description: { type: "text" },
    url: { type: "text" },
    events: { type: "text" },
    enabled: { type: "integer" },
    headers: { type: "text", nullable: true, hidden: true },
    secret: { type: "text", nullable: true, hidden: true },
    previous_secret: { type: "text", nullable: true, hidden: true },
    previous_secret_until: { type: "text", nullable: true },
    timeout_seconds: { type: "integer" },
    retry_count: { type: "integer" },
    since: { type: "text" },
    owner_id: { type: "text", nullable: true },
    created_at: { type: "text" },
    updated_at: { type: "text" },
  },
});
