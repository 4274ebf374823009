import { type Authenticator, type Clock, coreErrors, type Credentials, type Principal, serviceToken } from "@cadastre/inventory-core";
import { bearerTokenOf } from "../access/bearer.ts";
import { principalOf, type UserAccess } from "../access/user-access.ts";
import { sameHash, secretHash } from "../storage/secrets.ts";
import type { UsageRecorder, UsageTable } from "../storage/usage-recorder.ts";
import type { SessionCookie } from "./session-cookie.ts";

export const SESSION_AUTHENTICATOR = serviceToken<Authenticator>("auth-session-authenticator");
export const SESSION_USES = serviceToken<UsageRecorder>("auth-session-uses");

/** Where a session notes that it was used and lives on. */
export const SESSION_USAGE: UsageTable = { table: "auth_session", columns: ["last_seen_at", "expires_at"] };

/** A session that is in use is prolonged at most this often. */
const PROLONG_EVERY_MS = 60_000;

interface Found {
  readonly id: string;
  readonly token_hash: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
}

/** Knows the session cookie. A request with a Bearer token is never its own: the token decides, also when it is refused. */
export class SessionAuthenticator implements Authenticator {
  readonly id = "session";
  readonly priority = 10;
  readonly #access: UserAccess;
  readonly #uses: UsageRecorder;
  readonly #cookie: SessionCookie;
  readonly #clock: Clock;
  readonly #ttlMs: number;

  constructor(access: UserAccess, uses: UsageRecorder, cookie: SessionCookie, clock: Clock, ttlSeconds: number) {
    this.#access = access;
    this.#uses = uses;
    this.#cookie = cookie;
    this.#clock = clock;
    this.#ttlMs = ttlSeconds * 1000;
  }

  /** @throws UNAUTHORIZED for a session that is unknown, has ended, or whose user is inactive */
  async authenticate(credentials: Credentials): Promise<Principal | null> {
    const token = credentials.cookies.get(this.#cookie.name);
    if (token === undefined || bearerTokenOf(credentials) !== undefined) return null;
    const hash = secretHash(token);
    const found = await this.#access.find<Found>("auth_session", "c.id, c.token_hash, c.last_seen_at, c.expires_at", "token_hash", hash);
    const access = found === undefined || !sameHash(found.token_hash, hash) ? undefined : this.#access.accessOf(found);
    const now = this.#clock.now();
    if (found === undefined || access === undefined || Date.parse(found.expires_at) <= now) {
      throw coreErrors.UNAUTHORIZED({ reason: "the session has ended: sign in again" });
    }
    if (now - Date.parse(found.last_seen_at) >= PROLONG_EVERY_MS) {
      this.#uses.record(found.id, [new Date(now).toISOString(), new Date(now + this.#ttlMs).toISOString()]);
      // The browser counts from the cookie it has, so it gets the same one with a new lifetime.
      credentials.answerHeaders?.append("Set-Cookie", this.#cookie.set(token));
    }
    return principalOf(access, "session", found.id);
  }
}
