import type { OpenStorage, Transaction } from "@cadastre/inventory-core";
import type { Outcome } from "../attempt/attempt.ts";
import { PING_EVENT } from "../deliveries/delivery.ts";
import { type DeliveryRow, TURN } from "../deliveries/delivery.entity.ts";
import { lockWebhooks } from "../storage/locks.ts";
import type { Claim } from "./claims.ts";
import { nextAttemptAtMs } from "./retry-schedule.ts";

/** An attempt that ended. */
export interface EndedAttempt {
  readonly claim: Claim;
  readonly outcome: Outcome;
  /** Unix milliseconds. */
  readonly endedAtMs: number;
}

type Current = Pick<DeliveryRow, "webhook_id" | "record_id" | "turn" | "retry" | "attempt_count">;

/** Writes how attempts ended, in one transaction. What is not the worker's any more stays as whoever has it left it. */
export async function endAttempts(storage: OpenStorage, ended: readonly EndedAttempt[]): Promise<void> {
  await storage.write(async (transaction) => {
    const webhookIds = [...new Set(ended.map(({ claim }) => claim.webhook_id))];
    await lockWebhooks(transaction, webhookIds);
    const webhooks = await transaction.all<{ id: string; retry_count: number }>("select id, retry_count from webhook where id = any(?)", [webhookIds]);
    const retries = new Map(webhooks.map(({ id, retry_count: count }) => [id, Number(count)]));
    for (const attempt of ended) await endAttempt(transaction, attempt, attempt.claim.event === PING_EVENT ? 0 : (retries.get(attempt.claim.webhook_id) ?? 0));
  });
}

async function endAttempt(transaction: Transaction, { claim, outcome, endedAtMs }: EndedAttempt, mostRetries: number): Promise<void> {
  const current = await transaction.get<Current>("select webhook_id, record_id, turn, retry, attempt_count from webhook_delivery where seq = ? and lease = ?", [claim.seq, claim.lease]);
  if (current === undefined) return;
  const nextMs = outcome.delivered ? undefined : nextAttemptAtMs(Number(current.retry), mostRetries, endedAtMs);
  const next = nextMs === undefined ? null : new Date(nextMs).toISOString();
  const status = outcome.delivered ? "success" : next === null ? "failed" : "retrying";
  await transaction.run(
    `update webhook_delivery set status = ?, turn = ?, claim_at = ?, lease = null, retry = ?, attempt_count = ?, next_attempt_at = ?,
      response_status = ?, response_body = ?, error = ?, duration_ms = ?, updated_at = ? where seq = ?`,
    [
      status,
      TURN.past,
      next,
      Number(current.retry) + (next === null ? 0 : 1),
      Number(current.attempt_count) + 1,
      next,
      outcome.status,
      outcome.body,
      outcome.error,
      Math.round(outcome.durationMs),
      new Date(endedAtMs).toISOString(),
      claim.seq,
    ],
  );
  if (Number(current.turn) === TURN.first) await letNextGo(transaction, current, endedAtMs);
}

/** The first attempts of a record leave in order: now the next one may. */
async function letNextGo(transaction: Transaction, { webhook_id: webhookId, record_id: recordId }: Current, nowMs: number): Promise<void> {
  await transaction.exec(
    `update webhook_delivery set turn = ${TURN.first}, claim_at = ?
      where seq = (select min(seq) from webhook_delivery where webhook_id = ? and record_id = ? and turn = ${TURN.waiting})`,
    [new Date(nowMs).toISOString(), webhookId, recordId],
  );
}
