import type { Transaction } from "@cadastre/inventory-core";
import type { Outcome } from "../attempt/attempt.ts";
import { PING_EVENT } from "../deliveries/delivery.ts";
import { TURN } from "../deliveries/delivery.entity.ts";
import { lockWebhooks } from "../storage/locks.ts";
import type { Claim } from "./claims.ts";
import { nextAttemptAtMs } from "./retry-schedule.ts";

/** An attempt that ended. */
export interface EndedAttempt {
  readonly claim: Claim;
  readonly outcome: Outcome;
  /** `retry_count` of the webhook, when the attempt began. */
  readonly maxRetries: number;
  /** Unix milliseconds. */
  readonly endedAtMs: number;
}

/**
 * Writes how attempts ended. What is not the worker's any more stays as whoever has it left it: what a claim says of its
 * row is true for as long as its lease is in it.
 */
export async function endAttempts(transaction: Transaction, ended: readonly EndedAttempt[]): Promise<void> {
  await lockWebhooks(
    transaction,
    ended.map(({ claim }) => claim.webhook_id),
  );
  // All at once: until this is committed, a host that dies makes the receivers hear of them twice.
  const written = await Promise.all(ended.map(async (attempt) => await endAttempt(transaction, attempt)));
  for (const [index, { claim, endedAtMs }] of ended.entries()) {
    if (written[index] === true && claim.turn === TURN.first) await letNextGo(transaction, claim, endedAtMs);
  }
}

/** @returns whether it was still the worker's */
async function endAttempt(transaction: Transaction, { claim, outcome, maxRetries, endedAtMs }: EndedAttempt): Promise<boolean> {
  const nextMs = outcome.delivered || claim.event === PING_EVENT ? undefined : nextAttemptAtMs(claim.retry, maxRetries, endedAtMs);
  const next = nextMs === undefined ? null : new Date(nextMs).toISOString();
  const status = outcome.delivered ? "success" : next === null ? "failed" : "retrying";
  const changed = await transaction.run(
    `update webhook_delivery set status = ?, turn = ${TURN.past}, claim_at = ?, lease = null, retry = ?, attempt_count = attempt_count + 1,
      next_attempt_at = ?,
      response_status = ?, response_body = ?, error = ?, duration_ms = ?, updated_at = ? where seq = ? and lease = ?`,
    [
      status,
      next,
      claim.retry + (next === null ? 0 : 1),
      next,
      outcome.status,
      outcome.body,
      outcome.error,
      Math.round(outcome.durationMs),
      new Date(endedAtMs).toISOString(),
      claim.seq,
      claim.lease,
    ],
  );
  return changed === 1;
}

/**
 * The next delivery of a record that waits for its turn, by webhook and record. SQLite takes the index of turns only where
 * its condition is repeated word for word.
 */
export const NEXT_TURN =
  `select min(seq) from webhook_delivery where webhook_id = ? and record_id = ? and turn < ${TURN.past} and turn ` + `= ${TURN.waiting}`;

/** The first attempts of a record leave in order: now the next one may. */
async function letNextGo(transaction: Transaction, { webhook_id: webhookId, record_id: recordId }: Claim, nowMs: number): Promise<void> {
  await transaction.exec(`update webhook_delivery set turn = ${TURN.first}, claim_at = ? where seq = (${NEXT_TURN})`, [
    new Date(nowMs).toISOString(),
    webhookId,
    recordId,
  ]);
}
