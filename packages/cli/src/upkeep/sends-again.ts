import { SqliteSnapshot } from "@cadastre/inventory-core/sqlite";
import { note } from "../say.ts";

/** Rows that make a server act on others by itself, by table; a table of a plugin may not be there. */
const ACTS: Readonly<Record<string, { readonly condition: string; readonly are: string }>> = {
  webhook: { condition: "enabled = 1", are: "webhooks are enabled" },
  webhook_delivery: { condition: "status in ('pending', 'retrying')", are: "deliveries were not done" },
  discovery_rule: { condition: "next_due_at is not null", are: "discovery rules are enabled" },
};

/**
 * Says what a server does by itself when it starts on a restored database. It is not turned off here: a restore mostly
 * replaces what is lost, where silent webhooks would be the damage; who makes a copy beside the original has to say so.
 */
export function tellWhatGoesOut(file: string): void {
  using snapshot = new SqliteSnapshot(file);
  const tables = snapshot.tables().map(({ name }) => name);
  const found = Object.entries(ACTS)
    .filter(([table]) => tables.includes(table))
    .map(([table, { condition, are }]) => ({ rows: Number(snapshot.distinct(table, "count(*)", condition)[0]), are }))
    .filter(({ rows }) => rows > 0);
  if (found.length === 0) return;
  note(`in it ${found.map(({ rows, are }) => `${rows} ${are}`).join(", ")}: a server that starts on it sends and scans. Where the server that the backup is of still runs, start this one with WEBHOOK_ENABLED=false and DISCOVERY_ENABLED=false`);
}
