import {
  type CallContext,
  checkIfMatch,
  type Clock,
  type Draft,
  type EventSource,
  type JsonList,
  listOfRecords,
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
import { headerNameProblem, headerValueProblem } from "../attempt/custom-headers.ts";
import { parseDestination, storedUrl } from "../destination/destination-url.ts";
import { cancelDeliveriesOf } from "../deliveries/cancel-deliveries.ts";
import { lockWebhooks } from "../storage/locks.ts";
import { noSuch } from "../webhooks.errors.ts";
import type { EventCatalogue } from "./event-catalogue.ts";
import { WebhookEntity, type WebhookRow } from "./webhook.entity.ts";
import { maskedHeaders, seesHeaders, WEBHOOK_COLUMNS, webhookOf } from "./webhook-record.ts";
import type { EventOption, Webhook, WebhookCreate, WebhookFilter, WebhookUpdate } from "./webhook.ts";
import type { WebhookVault } from "./webhook-vault.ts";

export const WEBHOOKS = serviceToken<WebhookService>("webhooks");

/** How long the secret before signs beside a new one, unless the change says something else. */
const OVERLAP_SECONDS = 86_400;

/** What webhooks work with. */
export interface WebhookParts {
  readonly storage: OpenStorage;
  readonly writes: WritePath;
  readonly events: EventSource;
  readonly clock: Clock;
  readonly catalogue: EventCatalogue;
  readonly vault: WebhookVault;
  /** Beginning of the names of the headers that are the service's own. */
  readonly headerPrefix: string;
}

/** The rules of webhooks. */
export class WebhookService {
  readonly #parts: WebhookParts;

  constructor(parts: WebhookParts) {
    this.#parts = parts;
  }

  /** Webhooks by name. */
  list({ enabled, active }: WebhookFilter, call: CallContext): JsonList<Webhook> {
    const where = new Where();
    for (const asked of [enabled, active]) if (asked !== undefined) where.add("enabled = ?", Number(asked));
    const rows = this.#parts.storage.pages<WebhookRow>(`select ${WEBHOOK_COLUMNS} from webhook${where.sql} order by name, id`, where.params, call.signal);
    return listOfRows(rows, (row) => this.#shown(row, call.principal));
  }

  /** Events that can be subscribed to. */
  events(): JsonList<EventOption> {
    return listOfRecords(this.#parts.catalogue.options);
  }

  /** @throws NOT_FOUND */
  async get(id: string, principal: Principal): Promise<Webhook> {
    return this.#shown(await webhookRow(this.#parts.storage.read, id), principal);
  }

  /** @throws NOT_FOUND */
  async mustExist(id: string): Promise<void> {
    if ((await this.#parts.storage.read.get("select 1 as one from webhook where id = ?", [id])) === undefined) throw noSuch("webhook");
  }

  /** @throws VALIDATION_ERROR, ENCRYPTION_KEY_MISSING when there is a secret or a header and no key */
  async create(draft: Draft<WebhookCreate>, call: CallContext): Promise<Webhook> {
    this.#check(draft);
    const given = draft.valid();
    const since = await this.#parts.events.end();
    return await this.#parts.writes.run(call, async (change) => {
      const id = newId();
      const row: WebhookRow = {
        id,
        name: given.name,
        description: given.description,
        url: storedUrl(given.url),
        events: eventsText(given.events),
        enabled: Number(given.enabled ?? given.active ?? true),
        headers: this.#parts.vault.sealHeaders(id, given.headers),
        secret: this.#parts.vault.sealSecret(id, given.secret ?? ""),
        previous_secret: null,
        previous_secret_until: null,
        timeout_seconds: given.timeout_seconds,
        retry_count: given.retry_count,
        since,
        created_at: change.now,
        updated_at: change.now,
      };
      change.em.create(WebhookEntity, row);
      await change.em.flush();
      change.audit({ action: "create", resource: "webhook", resourceId: id, after: this.#masked(row) });
      return this.#shown(row, call.principal);
    });
  }

  /**
   * Changes what is given. Disabling cancels what waits. A new secret leaves the one before signing for a while.
   * @throws NOT_FOUND, VALIDATION_ERROR, PRECONDITION_FAILED, ENCRYPTION_KEY_MISSING
   */
  async update(id: string, draft: Draft<WebhookUpdate>, call: CallContext): Promise<Webhook> {
    if (draft.problems.any) await this.mustExist(id);
    this.#check(draft);
    const since = await this.#parts.events.end();
    return await this.#parts.writes.run(call, async (change) => {
      await lockWebhooks(change, [id]);
      const before = await webhookRow(change, id);
      checkIfMatch(call, JSON.stringify(this.#shown(before, call.principal)));
      const after = this.#changed(before, draft.valid(), change.now);
      if (JSON.stringify(after) === JSON.stringify(before)) return this.#shown(before, call.principal);
      const enabling = after.enabled === 1 && before.enabled === 0;
      const row: WebhookRow = { ...after, since: enabling ? since : before.since, updated_at: change.now };
      const { id: _, created_at: __, ...columns } = row;
      const sets = Object.keys(columns).map((column) => `${column} = ?`);
      await change.run(`update webhook set ${sets.join(", ")} where id = ?`, [...Object.values(columns), id]);
      if (row.enabled === 0 && before.enabled === 1) await cancelDeliveriesOf(change, id, "the webhook was disabled");
      change.audit({ action: "update", resource: "webhook", resourceId: id, before: this.#masked(before), after: this.#masked(row) });
      return this.#shown(row, call.principal);
    });
  }

  /** What waits is cancelled, the history is kept until retention takes it. @throws NOT_FOUND, PRECONDITION_FAILED */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#parts.writes.run(call, async (change) => {
      await lockWebhooks(change, [id]);
      const before = await webhookRow(change, id);
      checkIfMatch(call, JSON.stringify(this.#shown(before, call.principal)));
      await change.run("delete from webhook where id = ?", [id]);
      await cancelDeliveriesOf(change, id, "the webhook was deleted");
      change.audit({ action: "delete", resource: "webhook", resourceId: id, before: this.#masked(before) });
    });
  }

  #check({ fields, problems }: Draft<WebhookCreate> | Draft<WebhookUpdate>): void {
    if (fields.events !== undefined) this.#parts.catalogue.check(fields.events, problems);
    if (fields.url !== undefined) {
      const destination = parseDestination(fields.url);
      if ("problem" in destination) problems.add("url", destination.problem);
    }
    const names = new Set<string>();
    for (const [name, value] of Object.entries(fields.headers ?? {})) {
      const twice = names.has(name.toLowerCase()) ? "must not be given twice: names are the same in any case" : undefined;
      names.add(name.toLowerCase());
      const problem = headerNameProblem(name, this.#parts.headerPrefix) ?? headerValueProblem(value) ?? twice;
      if (problem !== undefined) problems.add(`headers.${name}`, problem);
    }
  }

  /** The row with what is given in it. */
  #changed(before: WebhookRow, given: Partial<WebhookUpdate>, now: string): WebhookRow {
    const { vault } = this.#parts;
    const { id } = before;
    const { headers, events, url, enabled = given.active } = given;
    const sameHeaders = headers === undefined || JSON.stringify(headers) === JSON.stringify(vault.headersOf(before));
    return {
      ...before,
      name: given.name ?? before.name,
      description: given.description ?? before.description,
      url: url === undefined ? before.url : storedUrl(url),
      events: events === undefined ? before.events : eventsText(events),
      enabled: enabled === undefined ? before.enabled : Number(enabled),
      headers: sameHeaders ? before.headers : vault.sealHeaders(id, headers),
      ...this.#changedSecrets(before, given, now),
      timeout_seconds: given.timeout_seconds ?? before.timeout_seconds,
      retry_count: given.retry_count ?? before.retry_count,
    };
  }

  #changedSecrets(before: WebhookRow, { secret, secret_overlap_seconds: overlap }: Partial<WebhookUpdate>, now: string): Pick<WebhookRow, "secret" | "previous_secret" | "previous_secret_until"> {
    const { vault } = this.#parts;
    const none = { previous_secret: null, previous_secret_until: null };
    const until = new Date(Date.parse(now) + (overlap ?? OVERLAP_SECONDS) * 1000).toISOString();
    const [current] = vault.secretsAt({ ...before, ...none }, now);
    if (secret === undefined || secret === current) {
      const { secret: kept, previous_secret, previous_secret_until } = before;
      if (overlap === undefined || previous_secret === null) return { secret: kept, previous_secret, previous_secret_until };
      return overlap === 0 ? { secret: kept, ...none } : { secret: kept, previous_secret, previous_secret_until: until };
    }
    const sealed = vault.sealSecret(before.id, secret);
    if (secret === "" || overlap === 0 || before.secret === null) return { secret: sealed, ...none };
    return { secret: sealed, previous_secret: vault.sealAsPrevious(before), previous_secret_until: until };
  }

  #shown(row: WebhookRow, principal: Principal): Webhook {
    const headers = this.#parts.vault.headersOf(row);
    return webhookOf(row, seesHeaders(principal) ? headers : maskedHeaders(headers), timestampOf(this.#parts.clock));
  }

  /** As it may be written down. */
  #masked(row: WebhookRow): Webhook {
    return webhookOf(row, maskedHeaders(this.#parts.vault.headersOf(row)), timestampOf(this.#parts.clock));
  }
}

const eventsText = (events: readonly string[]): string => JSON.stringify([...new Set(events)]);

/** @throws NOT_FOUND */
export async function webhookRow(queries: Queries, id: string): Promise<WebhookRow> {
  const row = await queries.get<WebhookRow>(`select ${WEBHOOK_COLUMNS} from webhook where id = ?`, [id]);
  if (row === undefined) throw noSuch("webhook");
  return row;
}
