import { newId, type OpenStorage, type Queries, type Transaction } from "@cadastre/inventory-core";
import type { DeliveryRow } from "../deliveries/delivery.entity.ts";
import type { DueWebhook } from "./slots.ts";

type Dialect = OpenStorage["dialect"];

/** A delivery that this worker has, until it ends the attempt or loses the lease. */
export interface Claim extends Pick<
  DeliveryRow,
  "id" | "webhook_id" | "event" | "record_id" | "turn" | "retry" | "request_body" | "change_id"
> {
  readonly seq: number;
  /** Proof that it is this worker's: what ends an attempt asks for it. */
  readonly lease: string;
}

/** How many deliveries are wanted, by webhook. */
export type Shares = ReadonlyMap<string, number>;

/** Enabled webhooks that have something due: one look into an index for each webhook. @param now ISO 8601 */
export async function webhooksDue(queries: Pick<Queries, "all">, now: string): Promise<readonly DueWebhook[]> {
  return await queries.all<DueWebhook>(
    "select w.id, w.owner_id from webhook w where w.enabled = 1 and exists (select 1 from webhook_delivery d " +
      "where d.webhook_id = w.id and d.claim_at <= ?) order by w.id",
    [now],
  );
}

/** The lease under which deliveries are taken. */
export interface Lease {
  /**
   * Leases of this worker that run: what it has at hand it does not take again, even when it stood still for so long that
   * they ran out.
   */
  readonly own: readonly string[];
  /** ISO 8601, as `until`. */
  readonly now: string;
  readonly until: string;
}

/** Takes what is due, the longest due first, under a new lease. */
export async function claimDue(transaction: Transaction, dialect: Dialect, shares: Shares, lease: Lease): Promise<readonly Claim[]> {
  const id = newId();
  const claims: Claim[] = [];
  for (const [webhookId, count] of shares) claims.push(...(await claimOf(transaction, dialect, webhookId, count, id, lease)));
  return claims;
}

async function claimOf(
  transaction: Transaction,
  dialect: Dialect,
  webhookId: string,
  count: number,
  lease: string,
  { own, now, until }: Lease,
): Promise<readonly Claim[]> {
  const due = `select d.seq from webhook_delivery d where d.webhook_id = ? and d.claim_at <= ?
    and (d.lease is null or not (d.lease = any(?)))
    and exists (select 1 from webhook w where w.id = d.webhook_id and w.enabled = 1) order by d.claim_at, d.seq limit ?`;
  const rows = await transaction.all<Omit<Claim, "lease">>(
    `update webhook_delivery set lease = ?, claim_at = ? where seq ${free(dialect, due)} returning seq, id, webhook_id, event, ` +
      `record_id, turn, retry, request_body, change_id`,
    [lease, until, webhookId, now, own, count],
  );
  return rows.map((row) => ({ ...row, lease })).toSorted((a, b) => a.seq - b.seq);
}

/** Keeps deliveries for longer. What somebody else is just changing is passed over: it ends, and waiting for it could be a deadlock. */
export async function renewLeases(storage: OpenStorage, leases: readonly string[], leaseUntil: string): Promise<void> {
  await storage.write(
    async (transaction) => {
      await transaction.run(
        `update webhook_delivery set claim_at = ? where seq ` +
          `${free(storage.dialect, "select seq from webhook_delivery where lease = any(?)")}`,
        [leaseUntil, leases],
      );
    },
    { outlives: "process" },
  );
}

/** Gives deliveries back whose attempts were broken off: they are due at once. @param now ISO 8601 */
export async function releaseClaims(storage: OpenStorage, leases: readonly string[], now: string): Promise<void> {
  await storage.write(
    async (transaction) => {
      await transaction.run(
        `update webhook_delivery set claim_at = ?, lease = null where seq ` +
          `${free(storage.dialect, "select seq from webhook_delivery where lease = any(?)")}`,
        [now, leases],
      );
    },
    { outlives: "process" },
  );
}

/** Rows that nobody else is changing. PostgreSQL evaluates the list once; on SQLite nobody else writes now. */
function free(dialect: Dialect, select: string): string {
  return dialect === "postgresql" ? `= any(array(${select} for update skip locked))` : `in (${select})`;
}
