import type { OpenStorage, SqlValue } from "../packages/inventory-core/src/contract/storage/storage.ts";

/** How the database would run a statement, a line for each step. */
export async function planOf(
  { dialect, read }: Pick<OpenStorage, "dialect" | "read">,
  sql: string,
  params: readonly SqlValue[] = [],
): Promise<string> {
  const rows = await read.all<{ readonly detail?: string; readonly "QUERY PLAN"?: string }>(
    `explain ${dialect === "sqlite" ? "query plan " : ""}${sql}`,
    params,
  );
  return rows.map((row) => row.detail ?? row["QUERY PLAN"] ?? "").join("\n");
}

/**
 * Updates the statistics by which PostgreSQL chooses plans. SQLite has none: the service never runs `ANALYZE` there, and each connection
 * would read them at another time.
 */
export async function analyze(storage: OpenStorage, table: string): Promise<void> {
  if (storage.dialect === "postgresql") await storage.write(async (transaction) => await transaction.run(`analyze ${table}`));
}
