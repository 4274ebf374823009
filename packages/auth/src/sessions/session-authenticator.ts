import {
  type Authenticator,
  type Clock,
  coreErrors,
  type Credential,
  type Credentials,
  type Principal,
  secretHash,
  serviceToken,
} from "@cadastre/inventory-core";
import { bearerTokenOf } from "../access/bearer.ts";
import { principalOf } from "../access/user-access.ts";
import type { SessionCookie } from "./session-cookie.ts";
import type { Prolonging } from "./session-lifetime.ts";
import type { SessionStore } from "./session-store.ts";

export const SESSION_AUTHENTICATOR = serviceToken<SessionAuthenticator>("auth-session-authenticator");

/** What follows from a call with the session cookie. */
export const SESSION: Credential = { kind: "session", name: "a session cookie", ambient: true, delegated: false, countedApart: false };

/** Knows the session cookie. A request with a Bearer token is never its own: the token decides, also when it is refused. */
export class SessionAuthenticator implements Authenticator {
  readonly id = "session";
  readonly priority = 10;
  readonly #store: SessionStore;
  readonly #cookie: SessionCookie;
  readonly #lifetime: Prolonging;
  readonly #clock: Clock;

  constructor(store: SessionStore, cookie: SessionCookie, lifetime: Prolonging, clock: Clock) {
    this.#store = store;
    this.#cookie = cookie;
    this.#lifetime = lifetime;
    this.#clock = clock;
  }

  /** @throws UNAUTHORIZED for a session that is unknown, has ended, or whose user is inactive; UNAVAILABLE */
  authenticate(credentials: Credentials): Promise<Principal> | null {
    return this.#authenticate(credentials, false);
  }

  /** The same by what the database says now, for what outlives the session. @throws as {@link authenticate} */
  async look(credentials: Credentials): Promise<Principal | null> {
    return await this.#authenticate(credentials, true);
  }

  #authenticate(credentials: Credentials, looks: boolean): Promise<Principal> | null {
    const token = this.#cookie.tokenOf(credentials);
    return token === undefined || bearerTokenOf(credentials) !== undefined ? null : this.#find(credentials, token, looks);
  }

  async #find(credentials: Credentials, token: string, looks: boolean): Promise<Principal> {
    const found = await this.#store.find(secretHash(token), looks);
    const now = this.#clock.now();
    if (found?.user === undefined || found.session.epoch !== found.user.epoch || found.session.expiresAt <= now) {
      throw coreErrors.UNAUTHORIZED({ reason: "the session has ended: sign in again" });
    }
    const prolonged = this.#lifetime.prolonged(found.session, now);
    if (prolonged !== undefined) {
      this.#store.prolong(prolonged);
      // The browser counts from the cookie it has, so it gets the same one with a new lifetime.
      this.#cookie.set(credentials, token, Math.ceil((prolonged.expiresAt - now) / 1000));
    }
    return principalOf(found.user.access, SESSION, found.session.id);
  }
}
