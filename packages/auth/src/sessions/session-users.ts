import { serviceToken } from "@cadastre/inventory-core";
import type { CallerCache } from "../access/caller-cache.ts";
import type { UserAccess } from "../access/user-access.ts";
import { epochOf } from "./session-epochs.ts";
import type { SessionUser } from "./session-store.ts";

export const SESSION_USERS = serviceToken<SessionUsers>("auth-session-users");

/** The users of sessions that are kept outside the database. */
export class SessionUsers {
  readonly #access: UserAccess;
  readonly #known: CallerCache<SessionUser>;

  constructor(access: UserAccess) {
    this.#access = access;
    this.#known = access.cache();
  }

  /** The user of a session that began in an epoch; undefined when the user is gone or inactive. */
  async find(userId: string, epoch: number, looks: boolean): Promise<SessionUser | undefined> {
    const known = looks ? undefined : this.#known.get(userId);
    // A session that began after all others were ended is not refused for what is known from before.
    if (known?.epoch === epoch) return known;
    return await this.#known.load(userId, async () => await this.#look(userId));
  }

  async #look(userId: string): Promise<SessionUser | undefined> {
    const found = await this.#access.findUser<{ readonly epoch: number }>(`${epochOf("u.id")} as epoch`, userId);
    const access = found === undefined ? undefined : this.#access.accessOf(found);
    return found === undefined || access === undefined ? undefined : { access, epoch: found.epoch };
  }
}
