import type { Change } from "@cadastre/inventory-core";

/** Rows of one statement: SQLite's event loop has a turn between two. */
const SLICE = 1000;

/** Ends all deliveries of a webhook that have not ended, under its lock. @param reason why, for the history */
export async function cancelDeliveriesOf(change: Change, webhookId: string, reason: string): Promise<void> {
  const sql = `update webhook_delivery set status = 'cancelled', turn = 2, claim_at = null, lease = null, next_attempt_at = null, error = ?,
    updated_at = ?
    where seq in (select seq from webhook_delivery where webhook_id = ? and status in ('pending', 'retrying') limit ${SLICE})`;
  while ((await change.run(sql, [reason, change.now, webhookId])) === SLICE);
}
