import { SqliteSnapshot } from "@cadastre/inventory-core/sqlite";
import { note } from "../../say.ts";

/** Rows that make a server act on others by itself; of an older version, or without a plugin, a table or a column may not be there. */
const ACTS = [
  { table: "webhook", column: "enabled", condition: "= 1", what: "enabled webhooks" },
  { table: "webhook_delivery", column: "status", condition: "in ('pending', 'retrying')", what: "pending deliveries" },
  { table: "discovery_rule", column: "due_at", condition: "is not null", what: "enabled discovery rules" },
];

/**
 * Says what a server does by itself when it starts on a restored database. It is not turned off here: a restore mostly
 * replaces what is lost, where silent webhooks would be the damage; who makes a copy beside the original has to say so.
 */
export function tellWhatGoesOut(file: string): void {
  using snapshot = new SqliteSnapshot(file);
  const columns = new Map(snapshot.tables().map((table) => [table.name, table.columns]));
  const found = ACTS.filter(({ table, column }) => columns.get(table)?.includes(column) === true)
    .map(({ table, column, condition, what }) => ({
      rows: Number(snapshot.distinct(table, "count(*)", `${column} ${condition}`)[0]),
      what,
    }))
    .filter(({ rows }) => rows > 0);
  if (found.length === 0) return;
  note(
    `the backup contains active records (${found.map(({ rows, what }) => `${what}: ${rows}`).join(", ")}): ` +
      `a server started on it sends and scans. If the original server is still running, start this one with WEBHOOK_ENABLED=false and ` +
      `DISCOVERY_ENABLED=false`,
  );
}
