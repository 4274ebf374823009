import {
  type Authenticator,
  type Clock,
  coreErrors,
  type Credential,
  type Credentials,
  type Principal,
  sameHash,
  serviceToken,
} from "@cadastre/inventory-core";
import { bearerTokenOf } from "../access/bearer.ts";
import type { CallerCache } from "../access/caller-cache.ts";
import { shownHash } from "../access/shown-hash.ts";
import { principalOf, type UserAccess } from "../access/user-access.ts";
import type { UsageRecorder, UsageTable } from "../storage/usage-recorder.ts";
import type { OAuthScopes } from "./scopes.ts";

export const OAUTH_AUTHENTICATOR = serviceToken<Authenticator>("auth-oauth-authenticator");
export const OAUTH_USES = serviceToken<UsageRecorder>("auth-oauth-uses");

/** Where the last use of a grant is noted. */
export const OAUTH_USAGE: UsageTable = { table: "auth_oauth_grant", columns: ["last_used_at"] };

/** What follows from a call with an access token. */
export const OAUTH_TOKEN: Credential = { kind: "oauth", name: "an OAuth token", ambient: false, delegated: true, countedApart: false };

/** 256 bits in base64url: what the server hands out. Anything else is not looked up. */
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

interface TokenRow {
  readonly id: string;
  readonly grant_id: string;
  readonly kind: string;
  readonly scope: string;
  readonly expires_at: string;
}

/** An access token, and whom it stands for while it has not expired; undefined when its user is gone or inactive. */
interface KnownToken {
  readonly grantId: string;
  readonly principal: Principal | undefined;
  /** In milliseconds since the epoch. */
  readonly ends: number;
}

/**
 * Knows OAuth access tokens sent as `Authorization: Bearer`. The caller may do what the token's scope and the user's roles
 * both allow at this moment, and is never an administrator.
 */
export class OAuthAuthenticator implements Authenticator {
  readonly id = "oauth";
  readonly priority = 90;
  readonly #access: UserAccess;
  readonly #scopes: OAuthScopes;
  readonly #uses: UsageRecorder;
  readonly #clock: Clock;
  readonly #known: CallerCache<KnownToken>;

  constructor(access: UserAccess, scopes: OAuthScopes, uses: UsageRecorder, clock: Clock) {
    this.#access = access;
    this.#scopes = scopes;
    this.#uses = uses;
    this.#clock = clock;
    this.#known = access.cache();
  }

  /** @throws UNAUTHORIZED for a token that has expired or whose user is inactive */
  authenticate(credentials: Credentials): Promise<Principal | null> | Principal | null {
    const token = bearerTokenOf(credentials);
    if (token === undefined || !TOKEN_FORM.test(token)) return null;
    const hash = shownHash(credentials, token);
    const known = this.#known.get(hash);
    if (known !== undefined) return this.#admitted(known);
    return this.#known
      .load(hash, async () => await this.#find(hash), isAdmitted)
      .then((found) => (found === undefined ? null : this.#admitted(found)));
  }

  #admitted(known: KnownToken): Principal {
    const now = this.#clock.now();
    if (!isAdmitted(known) || known.ends <= now) throw coreErrors.UNAUTHORIZED({ reason: "this OAuth token is no longer valid" });
    this.#uses.record(known.grantId, [now]);
    return known.principal;
  }

  async #find(hash: string): Promise<KnownToken | undefined> {
    const found = await this.#access.find<TokenRow>("auth_oauth_token", "c.id, c.grant_id, c.kind, c.scope, c.expires_at", "id", hash);
    if (found === undefined || found.kind !== "AccessToken" || !sameHash(found.id, hash)) return undefined;
    const access = this.#access.accessOf(found);
    const { grant_id: grantId, scope, expires_at: expiresAt } = found;
    const principal =
      access === undefined ? undefined : principalOf({ ...access, held: this.#scopes.within(scope, access.held) }, OAUTH_TOKEN, grantId);
    return { grantId, principal, ends: Date.parse(expiresAt) };
  }
}

const isAdmitted = (known: KnownToken): known is KnownToken & { readonly principal: Principal } => known.principal !== undefined;
