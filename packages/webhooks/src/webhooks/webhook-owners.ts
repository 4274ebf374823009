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
import { dataShownTo, isShownTo } from "@cadastre/inventory-core/protocol";
import { PING_EVENT } from "../deliveries/delivery.ts";
import { dataIn, withData } from "../deliveries/request-body.ts";

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
  #types: ReadonlyMap<string, EventType> = new Map();
  #rights: UserRights | undefined;

  /** @param rights undefined when no plugin keeps users: what subscribers may do was known only when they subscribed */
  load(events: readonly EventType[], rights: UserRights | undefined): void {
    this.#types = new Map(events.map((type) => [type.name, type]));
    this.#rights = rights;
  }

  /** Whether a caller may read what an event tells. A ping tells of the webhook alone. */
  maySee(principal: Pick<Principal, "permissions">, event: string): boolean {
    if (event === PING_EVENT || principal.permissions === "all") return true;
    const access = this.accessOf(event);
    // Of a plugin that is not there any more, nobody knows what reading it takes.
    return access !== undefined && principal.permissions.has(access);
  }

  /** The events that a caller may read, the ping among them; undefined for all. */
  seenBy(principal: Principal): readonly string[] | undefined {
    if (principal.permissions === "all") return undefined;
    return [PING_EVENT, ...[...this.#types.keys()].filter((event) => this.maySee(principal, event))];
  }

  /** Nobody subscribes to what they may not read. @throws FORBIDDEN naming the event and the permission */
  checkMaySubscribe(principal: Principal, events: readonly string[]): void {
    for (const event of events) {
      const type = this.#types.get(event);
      // Where nobody can say later what the subscriber may read, it has to be all of the event now.
      const needed = [type?.access, ...(this.#rights === undefined ? (type?.guarded ?? []) : []).map(({ access }) => access)];
      const permission = needed.find((one) => one !== undefined && !holds(principal, one));
      if (permission === undefined) continue;
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
    return this.#types.get(event)?.access;
  }

  /** Permissions that parts of an event take beyond its access and that a reader lacks, as a text; undefined for none. */
  lackedFor(reader: Pick<Principal, "permissions">, event: string): string | undefined {
    const lacked = this.#types.get(event)?.guarded.flatMap(({ access }) => (holds(reader, access) ? [] : [access])) ?? [];
    return lacked.length === 0 ? undefined : lacked.join(" and ");
  }

  /** Whether a reader of an event may see the record that it tells of. @param data JSON text */
  shows(reader: Pick<Principal, "kind" | "userId">, event: string, data: string): boolean {
    const type = this.#types.get(event);
    return type === undefined || isShownTo(type, reader, data);
  }

  /** {@link shows} for the body of a delivery. */
  showsBody(reader: Pick<Principal, "kind" | "userId">, event: string, body: string): boolean {
    return this.#types.get(event)?.isShown === undefined || this.shows(reader, event, dataIn(body));
  }

  /** Data of an event as a reader of it may read it. @param data JSON text */
  dataFor(reader: Pick<Principal, "permissions">, event: string, data: string): string {
    const type = this.#types.get(event);
    return type === undefined ? data : dataShownTo(type, reader, data);
  }

  /** The body of a delivery as a reader of its event may read it. */
  bodyFor(reader: Pick<Principal, "permissions">, event: string, body: string): string {
    if (this.lackedFor(reader, event) === undefined) return body;
    return withData(body, (data) => this.dataFor(reader, event, data));
  }
}

const readerOf = (userId: string): Pick<Principal, "kind" | "userId"> => ({ kind: "user", userId });

/** What an owner may have to be kept from: a delivery with its body. */
export interface Sent {
  readonly event: string;
  readonly request_body: string;
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

  /** Why a delivery is not sent, in a sentence; null when it is. A body never changes: one that tells the owner too much stays here. */
  problemOf(one: Owned, { event, request_body: body }: Sent): string | null {
    const problem = this.problem(one, [event]);
    if (problem === null && one.owner_id !== null && !this.#owners.showsBody(readerOf(one.owner_id), event, body))
      return "its owner may not see the record of the event, which is private";
    const user = one.owner_id === null ? undefined : this.#users?.get(one.owner_id);
    if (problem !== null || user === undefined || this.#owners.bodyFor(user, event, body) === body) return problem;
    return (
      `its owner ${user.username} lacks ${this.#owners.lackedFor(user, event)}, and the body has what that permission shows: it is not ` +
      `sent until the owner has it again, or another user who has it updates the webhook`
    );
  }

  /** Whether the owner may see the record of an event. @param data JSON text */
  shows({ owner_id: id }: Owned, event: string, data: string): boolean {
    return id === null || this.#owners.shows(readerOf(id), event, data);
  }

  /** Data of an event that the owner may read, as it is sent in the owner's name. @param data JSON text */
  dataFor({ owner_id: id }: Owned, event: string, data: string): string {
    const user = id === null ? undefined : this.#users?.get(id);
    return user === undefined ? data : this.#owners.dataFor(user, event, data);
  }
}
