import {
  type CallContext,
  type Clock,
  coreErrors,
  type JsonList,
  listOfRows,
  type OpenStorage,
  type Principal,
  serviceToken,
  timestampOf,
  Where,
  type WritePath,
} from "@cadastre/inventory-core";
import { OAUTH_TOKEN } from "../oauth-authenticator.ts";
import { endGrant } from "./grant-rows.ts";
import { type OAuthGrant, oauthGrantOf, type ShownGrantRow } from "./oauth-grant.ts";

export const OAUTH_GRANTS = serviceToken<OAuthGrantService>("auth-oauth-grants");

/** What users do with the access that they gave: each sees and ends their own; a program, the one that it holds. */
export class OAuthGrantService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #clock: Clock;

  constructor(storage: OpenStorage, writes: WritePath, clock: Clock) {
    this.#storage = storage;
    this.#writes = writes;
    this.#clock = clock;
  }

  /** The caller's grants that are still good, the newest first. */
  list(call: CallContext): JsonList<OAuthGrant> {
    const own = ownedBy(call.principal);
    return listOfRows(
      this.#storage.pages<ShownGrantRow>(
        `select g.id, c.id as client_row, c.client_id, c.name, g.scope, g.created_at, g.last_used_at, g.expires_at
         from auth_oauth_grant g join auth_oauth_client c on c.id = g.client_id
         ${own.sql} and g.expires_at > ? order by g.created_at desc, g.id`,
        [...own.params, timestampOf(this.#clock)],
        call.signal,
      ),
      oauthGrantOf,
    );
  }

  /** Ends a grant with all its tokens. @throws NOT_FOUND, also for another user's */
  async revoke(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      const own = ownedBy(call.principal).add("g.id = ?", id);
      if (
        (await change.get(`select 1 as one from auth_oauth_grant g${own.sql}`, own.params)) === undefined ||
        !(await endGrant(change, id, "revoke"))
      )
        throw coreErrors.NOT_FOUND({ what: "OAuth grant" });
    });
  }
}

/** Grants that a caller may see, alias `g`. */
function ownedBy({ userId, credential, credentialId }: Principal): Where {
  const where = new Where().add("g.user_id = ?", userId ?? "");
  return credential?.kind === OAUTH_TOKEN.kind ? where.add("g.id = ?", credentialId) : where;
}
