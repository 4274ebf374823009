import {
  coreErrors,
  type EventType,
  holds,
  type Principal,
  type Queries,
  serviceToken,
  type PresentUser,
  type UserRights,
} from "@cadastre/inventory-core";
import { PING_EVENT } from "../deliveries/delivery.ts";

export const WEBHOOK_OWNERS = serviceToken<WebhookOwners>("webhook-owners");

/** What a webhook has that says what it may send. */
export interface Owned {
  /** Null for a webhook of the program itself, or one from before owners were kept: it sends what it subscribes to. */
  readonly owner_id: string | null;
}

/**
 * In whose name webhooks send: an event leaves only while the webhook's owner, who made or last changed it, may read the
 * record that it tells of, as in the event feed.
 */
export class WebhookOwners {
  #accessOf: ReadonlyMap<string, string> = new Map();
  #rights: UserRights | undefined;

  /** @param rights undefined when no plugin keeps users: what subscribers may do was known only when they subscribed */
  load(events: readonly EventType[], rights: UserRights | undefined): void {
    this.#accessOf = new Map(events.map(({ name, access }) => [name, access]));
    this.#rights = rights;
  }

  /** Whether a caller may read what an event tells. A ping tells of the webhook alone. */
  maySee(principal: Pick<Principal, "permissions">, event: string): boolean {
    if (event === PING_EVENT || principal.permissions === "all") return true;
    const access = this.#accessOf.get(event);
    // Of a plugin that is not there any more, nobody knows what reading it takes.
    return access !== undefined && principal.permissions.has(access);
  }

  /** The events that a caller may read, the ping among them; undefined for all. */
  seenBy(principal: Principal): readonly string[] | undefined {
    if (principal.permissions === "all") return undefined;
    return [PING_EVENT, ...[...this.#accessOf.keys()].filter((event) => this.maySee(principal, event))];
  }

  /** Nobody subscribes to what they may not read. @throws FORBIDDEN naming the event and the permission */
  checkMaySubscribe(principal: Principal, events: readonly string[]): void {
    for (const event of events) {
      const permission = this.#accessOf.get(event);
      if (permission === undefined || holds(principal, permission)) continue;
      throw coreErrors.FORBIDDEN({
        permission,
        reason:
          `a webhook that sends ${event} requires the permission ${permission}: remove the event, or ask an administrator for a role ` +
          `that has it`,
      });
    }
  }

  /** Owners as they are at this moment. */
  async of(webhooks: readonly Owned[], queries: Queries): Promise<PresentOwners> {
    const ids = [...new Set(webhooks.flatMap(({ owner_id: id }) => id ?? []))];
    if (this.#rights === undefined) return new PresentOwners(this, undefined);
    return new PresentOwners(this, ids.length === 0 ? new Map() : await this.#rights.of(ids, queries));
  }

  accessOf(event: string): string | undefined {
    return this.#accessOf.get(event);
  }
}

/** Owners of some webhooks at one moment. */
export class PresentOwners {
  readonly #owners: WebhookOwners;
  readonly #users: ReadonlyMap<string, PresentUser> | undefined;

  constructor(owners: WebhookOwners, users: ReadonlyMap<string, PresentUser> | undefined) {
    this.#owners = owners;
    this.#users = users;
  }

  /** Why none or not all of these events are sent, in a sentence; null when all are. */
  problem({ owner_id: id }: Owned, events: readonly string[]): string | null {
    if (id === null || this.#users === undefined) return null;
    const user = this.#users.get(id);
    if (user === undefined) return "its owner was deleted: nothing is sent until another user updates the webhook";
    const { username } = user;
    if (!user.isActive)
      return `its owner ${username} is deactivated: nothing is sent until the owner is activated or another user updates the webhook`;
    const withheld = events.filter((event) => !this.#owners.maySee(user, event));
    if (withheld.length === 0) return null;
    const permissions = [
      ...new Set(withheld.map((event) => this.#owners.accessOf(event) ?? "a permission of a plugin that is not loaded")),
    ];
    return `its owner ${username} lacks ${permissions.join(", ")}, so these are not sent: ${withheld.join(", ")}`;
  }
}
