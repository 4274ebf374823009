import type { DialectName, StorageMigration } from "@cadastre/inventory-core";

/**
 * Both dialects take the same text, but for the type of a `key` (text that is looked up or ordered by, and compares by
 * code point on both) and for how numbers in sequence are made.
 *
 * `claim_at` is when a delivery may be taken by a worker: when it is due, or when the lease of the worker that has it ends.
 * It is null while the delivery waits for its turn, and when it has ended.
 */
function tables(key: string, sequence: string): readonly string[] {
  return [
    `create table webhook (
      id ${key} primary key, name ${key} not null, description text not null, url text not null, events text not null,
      enabled integer not null,
      headers text, secret text, previous_secret text, previous_secret_until text, timeout_seconds integer not null,
      retry_count integer not null,
      since text not null, created_at text not null, updated_at text not null)`,
    `create index webhook_name on webhook (name, id)`,

    // Rows outlive their webhook, as cancelled, until retention takes them.
    `create table webhook_delivery (
      seq ${sequence}, id ${key} not null unique, webhook_id ${key} not null, event_id ${key}, event ${key} not null,
      record_id ${key} not null,
      status ${key} not null, turn integer not null, claim_at ${key}, lease ${key}, retry integer not null, attempt_count integer not null,
      next_attempt_at text, request_body text not null, response_status integer, response_body text not null, error text not null,
      duration_ms integer, created_at text not null, updated_at ${key} not null)`,
    `create unique index webhook_delivery_event on webhook_delivery (webhook_id, event_id)`,
    `create index webhook_delivery_due on webhook_delivery (webhook_id, claim_at, seq) where claim_at is not null`,
    `create index webhook_delivery_lease on webhook_delivery (lease) where lease is not null`,
    `create index webhook_delivery_turn on webhook_delivery (webhook_id, record_id, seq) where turn < 2`,
    `create index webhook_delivery_history on webhook_delivery (webhook_id, seq)`,
    `create index webhook_delivery_ended on webhook_delivery (updated_at) where next_attempt_at is null`,

    `create table webhook_progress (id ${key} primary key, cursor text not null)`,
  ];
}

/**
 * An event is for many webhooks at once: the rows of one event, and of one record, stand side by side in these trees. By
 * webhook first, each row would change a page of its own.
 */
const BESIDE_EACH_OTHER: readonly string[] = [
  "drop index webhook_delivery_event",
  "create unique index webhook_delivery_event on webhook_delivery (event_id, webhook_id)",
  "drop index webhook_delivery_turn",
  "create index webhook_delivery_turn on webhook_delivery (record_id, webhook_id, seq) where turn < 2",
];

const migrations = (key: string, sequence: string): readonly StorageMigration[] => [
  { name: "webhooks/0001-webhooks-and-deliveries", statements: tables(key, sequence) },
  { name: "webhooks/0002-deliveries-by-event", statements: BESIDE_EACH_OTHER },
  // No reference: who keeps the users is another plugin, and a webhook outlives its owner, without sending.
  { name: "webhooks/0003-owners", statements: [`alter table webhook add column owner_id ${key}`] },
  // What the dashboard asks for: the newest, and how many.
  {
    name: "webhooks/0004-failed-deliveries",
    statements: ["create index webhook_delivery_failed on webhook_delivery (seq) where status = 'failed'"],
  },
  {
    name: "webhooks/0005-change-of-a-delivery",
    compatibility: "additive",
    statements: ["alter table webhook_delivery add column change_id text"],
  },
];

/** What brings a database of either dialect to the newest version. */
export const webhookMigrations: Readonly<Record<DialectName, readonly StorageMigration[]>> = {
  sqlite: migrations("text", "integer primary key autoincrement"),
  postgresql: migrations('text collate "C"', "bigint generated always as identity primary key"),
};
