import { type Change, type OpenStorage, secretHash, type WritePath } from "@cadastre/inventory-core";
import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import { lockUser } from "../../users/user-rows.ts";
import { endGrant, hasGrant, lockClient } from "../grants/grant-rows.ts";
import { currentCall, currentOAuthCall } from "../server/oauth-call.ts";
import type { OAuthTokenRow } from "./oauth.entity.ts";
import { withoutTokens } from "./without-tokens.ts";

/** What token adapters work with. */
export interface TokenStorage {
  readonly storage: OpenStorage;
  readonly writes: WritePath;
  /** See {@link OAuthOptions}. */
  readonly graceSeconds: number;
}

/** A token, and the scope of its grant. */
interface FoundToken extends Pick<OAuthTokenRow, "payload" | "consumed_at"> {
  readonly granted: string;
}

/** Most refresh tokens of a grant. Used tokens stay until the grant ends, so that a second use is detected. */
export const MAX_REFRESH_TOKENS = 5000;

/** Members of the payload that a used refresh token keeps. */
const KEPT = ["kind", "accountId", "clientId", "grantId", "iat", "exp"] as const;

/**
 * Keeps codes, access tokens or refresh tokens by their hash, in the words of oidc-provider's adapters. A token lives and
 * dies with its grant: what is saved for a grant that has ended is refused, under the lock that ends grants.
 */
export class TokenAdapter implements Adapter {
  readonly #kind: OAuthTokenRow["kind"];
  readonly #parts: TokenStorage;

  constructor(kind: OAuthTokenRow["kind"], parts: TokenStorage) {
    this.#kind = kind;
    this.#parts = parts;
  }

  /** @throws InvalidGrant when the grant has ended meanwhile, or has {@link MAX_REFRESH_TOKENS} */
  async upsert(token: string, payload: AdapterPayload): Promise<void> {
    const { grantId, accountId, exp, scope = "" } = payload;
    if (grantId === undefined || accountId === undefined || exp === undefined)
      throw new TypeError(`a ${this.#kind} has a grant, a user and an end`);
    if (this.#kind === "RefreshToken" && currentOAuthCall()?.reusedInGrace === true) return;
    await this.#parts.writes.run(currentCall(), async (change) => {
      const grant = await change.get<{ client_id: string }>("select client_id from auth_oauth_grant where id = ?", [grantId]);
      await lockUser(change, accountId);
      if (grant !== undefined) await lockClient(change, grant.client_id);
      if (grant === undefined || !(await hasGrant(change, grantId))) throw new errors.InvalidGrant("the grant has ended");
      if (this.#kind === "RefreshToken") await this.#mayRefresh(change, grantId);
      await change.insert(
        "auth_oauth_token",
        ["id", "kind", "grant_id", "user_id", "scope", "payload", "expires_at"],
        [
          [
            secretHash(token),
            this.#kind,
            grantId,
            accountId,
            scope,
            JSON.stringify(withoutTokens(payload)),
            new Date(exp * 1000).toISOString(),
          ],
        ],
      );
      await change.run("update auth_oauth_client set last_used_at = ? where id = ?", [change.now, grant.client_id]);
    });
  }

  async find(token: string): Promise<AdapterPayload | undefined> {
    const row = await this.#parts.storage.read.get<FoundToken>(
      `select t.payload, t.consumed_at, g.scope as granted from auth_oauth_token t join auth_oauth_grant g on g.id = t.grant_id
       where t.id = ? and t.kind = ?`,
      [secretHash(token), this.#kind],
    );
    if (row === undefined) return undefined;
    const payload = { ...(JSON.parse(row.payload) as AdapterPayload), jti: token };
    if (row.consumed_at === null || this.#isInGrace(row.consumed_at)) return payload;
    return { ...payload, scope: payload.scope ?? row.granted, consumed: Math.floor(Date.parse(row.consumed_at) / 1000) };
  }

  /**
   * Marks a code or refresh token as used, by one conditional statement: of any number of uses at once, on any number of
   * hosts, one gets through. The others end the grant with all its tokens, also what the one that got through was given.
   * @throws InvalidGrant when it was used before
   */
  async consume(token: string): Promise<void> {
    const id = secretHash(token);
    // Before the turn to write: calls that wait together are written in the context of one of them.
    const call = currentOAuthCall();
    const replayed = await this.#parts.writes.run(currentCall(), async (change) => {
      if ((await change.run("update auth_oauth_token set consumed_at = ? where id = ? and consumed_at is null", [change.now, id])) > 0) {
        await this.#shorten(change, id);
        return false;
      }
      const row = await change.get<{ grant_id: string; consumed_at: string }>(
        "select grant_id, consumed_at from auth_oauth_token where id = ?",
        [id],
      );
      if (row !== undefined && this.#isInGrace(row.consumed_at, call)) return false;
      if (row !== undefined) await endGrant(change, row.grant_id, "replay");
      return true;
    });
    if (replayed) throw new errors.InvalidGrant("it was used before");
  }

  /** Removes most of a used refresh token. With a grace period it still gives access tokens, and stays whole. */
  async #shorten(change: Change, id: string): Promise<void> {
    if (this.#kind !== "RefreshToken" || this.#parts.graceSeconds > 0) return;
    const row = await change.get<{ payload: string }>("select payload from auth_oauth_token where id = ?", [id]);
    const payload = JSON.parse(row?.payload ?? "{}") as AdapterPayload;
    const kept = JSON.stringify(Object.fromEntries(KEPT.map((name) => [name, payload[name]])));
    await change.run("update auth_oauth_token set payload = ?, scope = '' where id = ?", [kept, id]);
  }

  async #mayRefresh(change: Change, grantId: string): Promise<void> {
    const row = await change.get<{ count: number }>(
      "select count(*) as count from auth_oauth_token where grant_id = ? and kind = 'RefreshToken'",
      [grantId],
    );
    if (Number(row?.count) >= MAX_REFRESH_TOKENS) throw new errors.InvalidGrant("it was refreshed too often: ask the user again");
  }

  async destroy(token: string): Promise<void> {
    // Many refused uses of one token find it gone: they need no transaction to learn that.
    if ((await this.find(token)) === undefined) return;
    await this.#parts.writes.run(
      currentCall(),
      async (change) => void (await change.run("delete from auth_oauth_token where id = ?", [secretHash(token)])),
    );
  }

  /**
   * Whatever ends some tokens of a grant ends the grant: a client that gave one back or lost one starts anew. oidc-provider
   * asks for each kind of token, always for access tokens too.
   */
  async revokeByGrantId(grantId: string): Promise<void> {
    if (this.#kind !== "AccessToken" || !(await hasGrant(this.#parts.storage.read, grantId))) return;
    const why = currentOAuthCall()?.revoking === true ? "revoke" : "replay";
    await this.#parts.writes.run(currentCall(), async (change) => void (await endGrant(change, grantId, why)));
  }

  async findByUid(): Promise<undefined> {}

  async findByUserCode(): Promise<undefined> {}

  /** Notes it for the answer, which then has no refresh token. */
  #isInGrace(consumedAt: string, call = currentOAuthCall()): boolean {
    if (this.#kind !== "RefreshToken" || call === undefined || Date.now() - Date.parse(consumedAt) >= this.#parts.graceSeconds * 1000)
      return false;
    call.reusedInGrace = true;
    return true;
  }
}
