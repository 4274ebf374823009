import { holds, type Principal } from "@cadastre/inventory-core";
import type { Webhook } from "./webhook.ts";
import { type WebhookRow, webhookTable } from "./webhook.entity.ts";

export const MASK = "********";

/** Columns of a webhook. */
export const WEBHOOK_COLUMNS = webhookTable.columns.join(", ");

export const maskedHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]));

/** Whether a caller sees the values of headers (docs/spec/webhooks.md#secrets-of-webhooks). */
export const seesHeaders = (principal: Principal): boolean => holds(principal, "webhook:update");

/** What is shown of a row that is not in it. */
export interface ShownBeside {
  readonly headers: Readonly<Record<string, string>>;
  /** Why not all of its events are sent. */
  readonly problem: string | null;
  /** ISO 8601: a secret that has run out is none. */
  readonly now: string;
}

/** Names of the events that a row subscribes to. */
export const eventsOf = (row: Pick<WebhookRow, "events">): readonly string[] => JSON.parse(row.events) as string[];

/** The record of a row, with the keys in the order of the schema. */
export function webhookOf(row: WebhookRow, { headers, problem, now }: ShownBeside): Webhook {
  const enabled = row.enabled === 1;
  const until = row.previous_secret_until;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    url: row.url,
    events: [...eventsOf(row)],
    enabled,
    active: enabled,
    headers: { ...headers },
    has_secret: row.secret !== null,
    previous_secret_expires_at: row.previous_secret === null || until === null || until <= now ? null : until,
    timeout_seconds: row.timeout_seconds,
    retry_count: row.retry_count,
    owner_id: row.owner_id,
    problem,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
