import { serviceToken } from "@cadastre/inventory-core";
import type { UserAccess } from "../access/user-access.ts";
import { epochOf } from "./session-epochs.ts";
import type { SessionUser } from "./session-store.ts";

export const SESSION_USERS = serviceToken<SessionUsers>("auth-session-users");

/** The users of sessions that are kept outside the database. */
export class SessionUsers {
  readonly #access: UserAccess;

  constructor(access: UserAccess) {
    this.#access = access;
  }

  /** Undefined when the user is gone or inactive. */
  async find(userId: string): Promise<SessionUser | undefined> {
    const found = await this.#access.findUser<{ readonly epoch: number }>(`${epochOf("u.id")} as epoch`, userId);
    const access = found === undefined ? undefined : this.#access.accessOf(found);
    return found === undefined || access === undefined ? undefined : { access, epoch: found.epoch };
  }
}
