import {
  type CallContext,
  type Clock,
  coreErrors,
  type JsonList,
  listOfRows,
  newId,
  type OpenStorage,
  type Principal,
  type Queries,
  serviceToken,
  timestampOf,
  Where,
  type WritePath,
} from "@cadastre/inventory-core";
import type { Sender } from "../attempt/attempt.ts";
import { shipmentOf } from "../queue/shipments.ts";
import type { DeliveryWorker } from "../queue/delivery-worker.ts";
import { lockWebhooks } from "../storage/locks.ts";
import { noSuch } from "../webhooks.errors.ts";
import { eventsOf, maskedHeaders, webhookOf } from "../webhooks/webhook-record.ts";
import type { WebhookOwners } from "../webhooks/webhook-owners.ts";
import type { WebhookVault } from "../webhooks/webhook-vault.ts";
import { webhookRow, type WebhookService } from "../webhooks/webhook-service.ts";
import { type Delivery, type DeliveryFilter, PING_EVENT, type PingResult } from "./delivery.ts";
import { TURN } from "./delivery.entity.ts";
import { DELIVERY_COLUMNS, shownDelivery, type ShownDeliveryRow } from "./delivery-record.ts";
import { requestBody } from "./request-body.ts";

export const DELIVERIES = serviceToken<DeliveryService>("webhook-deliveries");

/** What deliveries work with. */
export interface DeliveryParts {
  readonly storage: OpenStorage;
  readonly writes: WritePath;
  readonly clock: Clock;
  readonly webhooks: WebhookService;
  readonly vault: WebhookVault;
  readonly owners: WebhookOwners;
  readonly sender: Sender;
  readonly worker: DeliveryWorker;
}

/** The history of deliveries, pings and redeliveries. */
export class DeliveryService {
  readonly #parts: DeliveryParts;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** @throws NOT_FOUND */
  async webhookMustExist(id: string): Promise<void> {
    await this.#parts.webhooks.mustExist(id);
  }

  /** The history of a webhook, newest first, but for events, and parts of their data, that the caller may not read. @throws NOT_FOUND */
  async list(webhookId: string, { status, event }: DeliveryFilter, { principal, signal }: CallContext): Promise<JsonList<Delivery>> {
    await this.webhookMustExist(webhookId);
    const where = new Where().add("webhook_id = ?", webhookId);
    const seen = this.#parts.owners.seenBy(principal);
    if (seen !== undefined) where.add("event = any(?)", seen);
    if (status !== undefined) where.add("status = ?", status);
    if (event !== undefined) where.add("event = ?", event);
    const rows = this.#parts.storage.pages<ShownDeliveryRow>(
      `select ${DELIVERY_COLUMNS} from webhook_delivery${where.sql} order by seq desc`,
      where.params,
      signal,
    );
    return listOfRows(rows, (row) => this.#shown(row, principal));
  }

  /** @throws NOT_FOUND, also when there is no such webhook, or the caller may not read the event */
  async get(webhookId: string, deliveryId: string, { principal }: CallContext): Promise<Delivery> {
    await this.webhookMustExist(webhookId);
    const row = await this.#stored(webhookId, deliveryId, principal, this.#parts.storage.read);
    return this.#shown(row, principal);
  }

  /** The record of a row. Its request body shows only data that the caller may read. */
  #shown(row: ShownDeliveryRow, principal: Principal): Delivery {
    return shownDelivery(row, principal, this.#parts.owners);
  }

  /** A delivery as it is stored. @throws NOT_FOUND, also when the caller may not read the event */
  async #stored(webhookId: string, deliveryId: string, principal: Principal, queries: Queries): Promise<ShownDeliveryRow> {
    const row = await queries.get<ShownDeliveryRow>(`select ${DELIVERY_COLUMNS} from webhook_delivery where id = ? and webhook_id = ?`, [
      deliveryId,
      webhookId,
    ]);
    if (row === undefined || !this.#parts.owners.maySee(principal, row.event)) throw noSuch("delivery");
    return row;
  }

  /**
   * Sends a test delivery and waits for what comes of it, also to a disabled webhook; it is never retried. @throws NOT_FOUND, CONFLICT when
   * its owner is gone or deactivated, UNAVAILABLE when the host stops meanwhile
   */
  async ping(webhookId: string, call: CallContext): Promise<PingResult> {
    const { storage, writes, clock, vault, owners, sender, worker } = this.#parts;
    const row = await webhookRow(storage.read, webhookId);
    const present = await owners.of([row], storage.read);
    checkSends(present.problem(row, [PING_EVENT]));
    const created = timestampOf(clock);
    const id = newId();
    const webhook = webhookOf(row, {
      headers: maskedHeaders(vault.headersOf(row)),
      problem: present.problem(row, eventsOf(row)),
      now: created,
    });
    const body = requestBody({ event: PING_EVENT, timestamp: created, data: JSON.stringify(webhook) }, id);
    const outcome = await sender
      .send(shipmentOf(row, { id, event: PING_EVENT, request_body: body, change_id: null }, vault, created), worker.signal)
      .catch((error: unknown) => {
        throw worker.signal.aborted ? coreErrors.UNAVAILABLE({ reason: "the service is stopping" }) : error;
      });
    const delivery: Delivery = {
      id,
      webhook_id: webhookId,
      event: PING_EVENT,
      status: outcome.delivered ? "success" : "failed",
      attempt_count: 1,
      next_attempt_at: null,
      request_body: body,
      response_status: outcome.status,
      response_body: outcome.body,
      error: outcome.error,
      duration_ms: Math.round(outcome.durationMs),
      created_at: created,
      updated_at: timestampOf(clock),
    };
    await writes.run(call, async (change) => {
      const internal = { event_id: null, change_id: null, record_id: webhookId, turn: TURN.past, claim_at: null, lease: null, retry: 0 };
      const columns = { ...delivery, ...internal };
      await change.insert("webhook_delivery", Object.keys(columns), [Object.values(columns)]);
      change.audit({ action: "ping", resource: "webhook", resourceId: webhookId, after: { delivery_id: id, status: delivery.status } });
    });
    const message = outcome.delivered ? `the receiver responded with ${outcome.status}` : `the delivery failed: ${outcome.error}`;
    return { message, delivery };
  }

  /**
   * Sends a delivery again, with the same id and body: at once, and with all retries if it fails. One that has not been
   * sent yet is left as it is.
   * @throws NOT_FOUND, CONFLICT when the webhook is disabled, or its owner may not read the event any more
   */
  async redeliver(webhookId: string, deliveryId: string, call: CallContext): Promise<Delivery> {
    const { writes, owners, worker } = this.#parts;
    const delivery = await writes.run(call, async (change) => {
      await lockWebhooks(change, [webhookId]);
      const webhook = await webhookRow(change, webhookId);
      const stored = await this.#stored(webhookId, deliveryId, call.principal, change);
      const before = this.#shown(stored, call.principal);
      if (webhook.enabled === 0) throw coreErrors.CONFLICT({ reason: "the webhook is disabled: enable it, then redeliver" });
      if (before.status === "pending") return before;
      checkSends((await owners.of([webhook], change)).problemOf(webhook, stored));
      await change.run(
        `update webhook_delivery set status = 'pending', turn = ${TURN.past}, claim_at = ?, lease = null, retry = 0, next_attempt_at ` +
          `= ?, updated_at = ? where id = ?`,
        [change.now, change.now, change.now, deliveryId],
      );
      const after: Delivery = { ...before, status: "pending", next_attempt_at: change.now, updated_at: change.now };
      change.audit({ action: "redeliver", resource: "webhook", resourceId: webhookId, after: { delivery_id: deliveryId } });
      return after;
    });
    worker.wake();
    return delivery;
  }
}

/** @throws CONFLICT with what is wrong with the owner */
function checkSends(problem: string | null): void {
  if (problem !== null) throw coreErrors.CONFLICT({ reason: problem });
}
