import type { Transaction } from "@cadastre/inventory-core";

/**
 * Held by whoever changes webhooks, adds deliveries to them or ends an attempt: the turns of the deliveries of a record
 * are looked at and changed under it.
 */
export async function lockWebhooks(transaction: Transaction, ids: Iterable<string>): Promise<void> {
  // In one order for all, so that two who need several never wait for each other.
  const sorted = [...new Set(ids)].sort();
  await transaction.lock(...sorted.map((id) => ({ on: "record", table: "webhook", id }) as const));
}
