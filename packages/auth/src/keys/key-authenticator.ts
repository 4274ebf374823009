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
import { authErrors } from "../auth.errors.ts";
import type { UsageRecorder, UsageTable } from "../storage/usage-recorder.ts";
import { KEY_TEXT } from "./key-text.ts";

export const KEY_AUTHENTICATOR = serviceToken<Authenticator>("auth-key-authenticator");
export const KEY_USES = serviceToken<UsageRecorder>("auth-key-uses");

/** Where the last use of a key is noted. */
export const KEY_USAGE: UsageTable = { table: "auth_api_key", columns: ["last_used_at"] };

interface KeyRow {
  readonly id: string;
  readonly key_hash: string;
  readonly expires_at: string | null;
}

/** A key of an active user. */
interface KnownKey {
  readonly id: string;
  readonly principal: Principal;
  readonly expiresAt: string | null;
  /** In milliseconds since the epoch. */
  readonly ends: number;
}

const refused = (): Error => coreErrors.UNAUTHORIZED({ reason: "this API key is not valid" });

/** What follows from a call with an API key. */
export const API_KEY: Credential = { kind: "key", name: "an API key", ambient: false, delegated: false, countedApart: true };

/** Knows API keys sent as `Authorization: Bearer`. Another kind of Bearer token is left to others. */
export class KeyAuthenticator implements Authenticator {
  readonly id = "api-key";
  readonly priority = 100;
  readonly #access: UserAccess;
  readonly #uses: UsageRecorder;
  readonly #clock: Clock;
  readonly #known: CallerCache<KnownKey>;

  constructor(access: UserAccess, uses: UsageRecorder, clock: Clock) {
    this.#access = access;
    this.#uses = uses;
    this.#clock = clock;
    this.#known = access.cache();
  }

  /** @throws UNAUTHORIZED for a key that is unknown or whose user is gone or inactive, EXPIRED_KEY */
  authenticate(credentials: Credentials): Promise<Principal> | Principal | null {
    const token = bearerTokenOf(credentials);
    if (token === undefined || !KEY_TEXT.looksLike(token)) return null;
    const hash = shownHash(credentials, token);
    const known = this.#known.get(hash);
    return known === undefined ? this.#look(token, hash).then((found) => this.#admitted(found)) : this.#admitted(known);
  }

  #admitted(known: KnownKey): Principal {
    const now = this.#clock.now();
    if (known.expiresAt !== null && known.ends <= now) throw authErrors.EXPIRED_KEY({ expired_at: known.expiresAt });
    this.#uses.record(known.id, [now]);
    return known.principal;
  }

  async #look(token: string, hash: string): Promise<KnownKey> {
    // The checksum turns away guesses and typing errors without asking the database.
    if (!KEY_TEXT.isWhole(token)) throw refused();
    const known = await this.#known.load(hash, async () => await this.#find(hash));
    if (known === undefined) throw refused();
    return known;
  }

  async #find(hash: string): Promise<KnownKey | undefined> {
    const found = await this.#access.find<KeyRow>("auth_api_key", "c.id, c.key_hash, c.expires_at", "key_hash", hash);
    const access = found === undefined || !sameHash(found.key_hash, hash) ? undefined : this.#access.accessOf(found);
    if (found === undefined || access === undefined) return undefined;
    const { id, expires_at: expiresAt } = found;
    return { id, principal: principalOf(access, API_KEY, id), expiresAt, ends: expiresAt === null ? Infinity : Date.parse(expiresAt) };
  }
}
