import { messageOf, type OpenStorage, timestampOf, type Clock } from "@cadastre/inventory-core";
import type { Shipment } from "../attempt/attempt.ts";
import type { WebhookRow } from "../webhooks/webhook.entity.ts";
import { WEBHOOK_COLUMNS } from "../webhooks/webhook-record.ts";
import type { PresentOwners, WebhookOwners } from "../webhooks/webhook-owners.ts";
import type { WebhookVault } from "../webhooks/webhook-vault.ts";
import type { Claim } from "./claims.ts";

/** What goes out for a delivery, as the webhook is now. @throws SECRET_DAMAGED, ENCRYPTION_KEY_UNKNOWN, ENCRYPTION_KEY_MISSING */
export function shipmentOf(
  row: WebhookRow,
  delivery: Pick<Claim, "id" | "event" | "request_body" | "change_id">,
  vault: WebhookVault,
  now: string,
): Shipment {
  return {
    url: row.url,
    event: delivery.event,
    deliveryId: delivery.id,
    changeId: delivery.change_id,
    body: delivery.request_body,
    headers: vault.headersOf(row),
    secrets: vault.secretsAt(row, now),
    timeoutMs: row.timeout_seconds * 1000,
  };
}

/** What a worker does with a claim: the shipment or why there is none, and how often it may be tried again. */
export interface Load {
  readonly shipment: Shipment | Error;
  readonly maxRetries: number;
}

/** Makes shipments of claims. */
export class Shipments {
  readonly #storage: OpenStorage;
  readonly #clock: Clock;
  readonly #vault: WebhookVault;
  readonly #owners: WebhookOwners;

  constructor(storage: OpenStorage, clock: Clock, vault: WebhookVault, owners: WebhookOwners) {
    this.#storage = storage;
    this.#clock = clock;
    this.#vault = vault;
    this.#owners = owners;
  }

  /** A load for each claim, but none for one whose webhook is gone: it was cancelled. */
  async of(claims: readonly Claim[]): Promise<ReadonlyMap<Claim, Load>> {
    const ids = [...new Set(claims.map((claim) => claim.webhook_id))];
    const rows = await this.#storage.read.all<WebhookRow>(`select ${WEBHOOK_COLUMNS} from webhook where id = any(?)`, [ids]);
    const owners = await this.#owners.of(rows, this.#storage.read);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const now = timestampOf(this.#clock);
    const loads = new Map<Claim, Load>();
    for (const claim of claims) {
      const row = byId.get(claim.webhook_id);
      if (row !== undefined) loads.set(claim, { shipment: this.#shipmentOrError(row, claim, owners, now), maxRetries: row.retry_count });
    }
    return loads;
  }

  #shipmentOrError(row: WebhookRow, claim: Claim, owners: PresentOwners, now: string): Shipment | Error {
    const problem = owners.problemOf(row, claim);
    if (problem !== null) return new Error(problem);
    try {
      return shipmentOf(row, claim, this.#vault, now);
    } catch (error) {
      return error instanceof Error ? error : new Error(messageOf(error));
    }
  }
}
