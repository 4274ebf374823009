import {
  type CallContext,
  type Change,
  checkIfMatch,
  type Clock,
  coreErrors,
  type Draft,
  type EventSource,
  type JsonList,
  listOfRecords,
  listOfRows,
  type OpenStorage,
  type Principal,
  type Queries,
  serviceToken,
  timestampOf,
  Where,
  type WritePath,
} from "@cadastre/inventory-core";
import { headerNameProblem, headerValueProblem } from "../attempt/custom-headers.ts";
import type { AddressRule } from "@cadastre/inventory-core/outbound";
import { parseDestination, storedUrl } from "../destination/destination-url.ts";
import { cancelDeliveriesOf } from "../deliveries/cancel-deliveries.ts";
import { lockWebhooks } from "../storage/locks.ts";
import { noSuch } from "../webhooks.errors.ts";
import type { EventCatalogue } from "./event-catalogue.ts";
import { webhookTable, type WebhookRow } from "./webhook.entity.ts";
import { eventsOf, maskedHeaders, seesHeaders, WEBHOOK_COLUMNS, webhookOf } from "./webhook-record.ts";
import type { EventOption, Webhook, WebhookCreate, WebhookFilter, WebhookUpdate } from "./webhook.ts";
import type { PresentOwners, WebhookOwners } from "./webhook-owners.ts";
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
  readonly owners: WebhookOwners;
  readonly vault: WebhookVault;
  /** Beginning of the names of the headers that are the service's own. */
  readonly headerPrefix: string;
  /** Which addresses deliveries must not reach. */
  readonly rule: AddressRule;
}

/** Webhooks of one owner: each event is sent, and kept, once for each of them. */
const MAX_OF_OWNER = 100;

/** Counts under a lock, so that the limit holds for all hosts together. @throws CONFLICT */
async function checkRoom(change: Change, owner: string | null): Promise<void> {
  // The program itself has no limit.
  if (owner === null) return;
  await change.lock({ on: "name", name: `webhooks-of/${owner}` });
  const row = await change.get<{ count: number | string }>("select count(*) as count from webhook where owner_id = ?", [owner]);
  if (Number(row?.count) < MAX_OF_OWNER) return;
  throw coreErrors.CONFLICT({ reason: `limit of ${MAX_OF_OWNER} webhooks per user reached: delete one that is no longer needed` });
}

/** The rules of webhooks. */
export class WebhookService {
  readonly #parts: WebhookParts;

  constructor(parts: WebhookParts) {
    this.#parts = parts;
  }

  /** Webhooks by name. */
  async list({ enabled, active }: WebhookFilter, call: CallContext): Promise<JsonList<Webhook>> {
    const { storage, owners } = this.#parts;
    const present = await owners.of(
      await storage.read.all("select distinct owner_id from webhook where owner_id is not null"),
      storage.read,
    );
    const where = new Where();
    for (const asked of [enabled, active]) if (asked !== undefined) where.add("enabled = ?", Number(asked));
    const rows = storage.pages<WebhookRow>(
      `select ${WEBHOOK_COLUMNS} from webhook${where.sql} order by name, id`,
      where.params,
      call.signal,
    );
    return listOfRows(rows, (row) => this.#shown(row, call.principal, present));
  }

  /** Events that can be subscribed to. */
  events(): JsonList<EventOption> {
    return listOfRecords(this.#parts.catalogue.options);
  }

  /** @throws NOT_FOUND */
  async get(id: string, principal: Principal): Promise<Webhook> {
    const { storage, owners } = this.#parts;
    const row = await webhookRow(storage.read, id);
    return this.#shown(row, principal, await owners.of([row], storage.read));
  }

  /** @throws NOT_FOUND */
  async mustExist(id: string): Promise<void> {
    if ((await this.#parts.storage.read.get("select 1 as one from webhook where id = ?", [id])) === undefined) throw noSuch("webhook");
  }

  /**
   * @throws VALIDATION_ERROR, FORBIDDEN for events that the caller may not read, CONFLICT when the caller has as many webhooks as one may
   * have, ENCRYPTION_KEY_MISSING when there is a secret or a header
   * and no key
   */
  async create(draft: Draft<WebhookCreate>, call: CallContext): Promise<Webhook> {
    this.#check(draft);
    const given = draft.valid();
    const { owners, events, writes } = this.#parts;
    owners.checkMaySubscribe(call.principal, given.events);
    const since = await events.end();
    return await writes.run(call, async (change) => {
      await checkRoom(change, call.principal.userId);
      const id = change.newId();
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
        owner_id: call.principal.userId,
        created_at: change.now,
        updated_at: change.now,
      };
      change.em.create(webhookTable.entity, row);
      await change.em.flush();
      const present = await owners.of([row], change);
      change.audit({ action: "create", resource: "webhook", resourceId: id, after: this.#masked(row, present) });
      return this.#shown(row, call.principal, present);
    });
  }

  /**
   * Changes what is given. Disabling cancels what waits. A new secret leaves the one before signing for a while. Whoever
   * changes it is its owner from then on, and so must be able to read what it sends, unless it is disabled.
   * @throws NOT_FOUND, VALIDATION_ERROR, FORBIDDEN, PRECONDITION_FAILED, ENCRYPTION_KEY_MISSING
   */
  async update(id: string, draft: Draft<WebhookUpdate>, call: CallContext): Promise<Webhook> {
    if (draft.problems.any) await this.mustExist(id);
    this.#check(draft);
    const { owners, events, writes } = this.#parts;
    const since = await events.end();
    return await writes.run(call, async (change) => {
      await lockWebhooks(change, [id]);
      const before = await webhookRow(change, id);
      const present = await owners.of([before, { owner_id: call.principal.userId }], change);
      checkIfMatch(call, JSON.stringify(this.#shown(before, call.principal, present)));
      const after = { ...this.#changed(before, draft.valid(), change.now), owner_id: call.principal.userId };
      if (after.enabled === 1) owners.checkMaySubscribe(call.principal, eventsOf(after));
      if (JSON.stringify(after) === JSON.stringify(before)) return this.#shown(before, call.principal, present);
      const enabling = after.enabled === 1 && before.enabled === 0;
      const row: WebhookRow = { ...after, since: enabling ? since : before.since, updated_at: change.now };
      const { id: _, created_at: __, ...columns } = row;
      const sets = Object.keys(columns).map((column) => `${column} = ?`);
      await change.run(`update webhook set ${sets.join(", ")} where id = ?`, [...Object.values(columns), id]);
      if (row.enabled === 0 && before.enabled === 1) await cancelDeliveriesOf(change, id, "the webhook was disabled");
      change.audit({
        action: "update",
        resource: "webhook",
        resourceId: id,
        before: this.#masked(before, present),
        after: this.#masked(row, present),
      });
      return this.#shown(row, call.principal, present);
    });
  }

  /** What waits is cancelled, the history is kept until retention takes it. @throws NOT_FOUND, PRECONDITION_FAILED */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#parts.writes.run(call, async (change) => {
      await lockWebhooks(change, [id]);
      const before = await webhookRow(change, id);
      const present = await this.#parts.owners.of([before], change);
      checkIfMatch(call, JSON.stringify(this.#shown(before, call.principal, present)));
      await change.run("delete from webhook where id = ?", [id]);
      await cancelDeliveriesOf(change, id, "the webhook was deleted");
      change.audit({ action: "delete", resource: "webhook", resourceId: id, before: this.#masked(before, present) });
    });
  }

  #check({ fields, problems }: Draft<WebhookCreate> | Draft<WebhookUpdate>): void {
    if (fields.events !== undefined) this.#parts.catalogue.check(fields.events, problems);
    if (fields.url !== undefined) {
      const destination = parseDestination(fields.url, this.#parts.rule);
      if ("problem" in destination) problems.add("url", destination.problem);
    }
    const names = new Set<string>();
    for (const [name, value] of Object.entries(fields.headers ?? {})) {
      const twice = names.has(name.toLowerCase()) ? "must not be given twice: header names are case-insensitive" : undefined;
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

  #changedSecrets(
    before: WebhookRow,
    { secret, secret_overlap_seconds: overlap }: Partial<WebhookUpdate>,
    now: string,
  ): Pick<WebhookRow, "secret" | "previous_secret" | "previous_secret_until"> {
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

  #shown(row: WebhookRow, principal: Principal, present: PresentOwners): Webhook {
    const headers = this.#parts.vault.headersOf(row);
    return this.#recordOf(row, seesHeaders(principal) ? headers : maskedHeaders(headers), present);
  }

  /** As it may be written down. */
  #masked(row: WebhookRow, present: PresentOwners): Webhook {
    return this.#recordOf(row, maskedHeaders(this.#parts.vault.headersOf(row)), present);
  }

  #recordOf(row: WebhookRow, headers: Readonly<Record<string, string>>, present: PresentOwners): Webhook {
    return webhookOf(row, { headers, problem: present.problem(row, eventsOf(row)), now: timestampOf(this.#parts.clock) });
  }
}

const eventsText = (events: readonly string[]): string => JSON.stringify([...new Set(events)]);

/** @throws NOT_FOUND */
export async function webhookRow(queries: Queries, id: string): Promise<WebhookRow> {
  const row = await queries.get<WebhookRow>(`select ${WEBHOOK_COLUMNS} from webhook where id = ?`, [id]);
  if (row === undefined) throw noSuch("webhook");
  return row;
}
