import { type CallContext, type Clock, coreErrors, type Principal, type WritePath } from "@cadastre/inventory-core";
import type { UserAccess } from "../../access/user-access.ts";
import { epochOf } from "../../sessions/session-epochs.ts";
import { lockUser } from "../../users/user-rows.ts";
import { addGrant, lockClient } from "../grants/grant-rows.ts";
import { resourceOf } from "../server/oauth-paths.ts";
import type { Flow, OAuthServer } from "../server/oauth-server.ts";

/** What consent works with. */
export interface ConsentParts {
  readonly server: OAuthServer;
  readonly writes: WritePath;
  readonly access: UserAccess;
  readonly clock: Clock;
  readonly grantSeconds: number;
}

/** A client that asks, with what is kept of it when a user allows it. */
export interface FlowClient {
  readonly clientId: string;
  readonly name: string;
  readonly isDocument: boolean;
  readonly redirectUris: readonly string[];
}

/** Writes down what users answer. */
export class ConsentService {
  readonly #parts: ConsentParts;

  constructor(parts: ConsentParts) {
    this.#parts = parts;
  }

  /** Epoch of a user's sessions at this moment; undefined for one that is gone or inactive. */
  async epoch(userId: string): Promise<number | undefined> {
    const found = await this.#parts.access.findUser<{ readonly epoch: number }>(`${epochOf("u.id")} as epoch`, userId);
    return found === undefined || this.#parts.access.accessOf(found) === undefined ? undefined : found.epoch;
  }

  /**
   * Gives a client what its user allowed. The epoch must still be the one that the session was found good under, so that
   * no grant outlives a change of the password that came in between.
   * @returns where the browser goes on
   * @throws UNAUTHORIZED when it is not
   */
  async allow(
    flow: Flow,
    client: FlowClient,
    principal: Principal & { readonly userId: string },
    epoch: number,
    scope: ReadonlySet<string>,
    call: CallContext,
  ): Promise<string> {
    const { server, writes, clock, grantSeconds } = this.#parts;
    const text = [...scope].join(" ");
    const expiresAt = new Date(clock.now() + grantSeconds * 1000).toISOString();
    const known = client.isDocument ? await this.#documentClient(client, call) : client.clientId;
    const grantId = await writes.run({ ...call, principal }, async (change) => {
      await lockUser(change, principal.userId);
      await lockClient(change, known);
      const user = await change.get<{ epoch: number; is_active: number }>(
        `select ${epochOf("u.id")} as epoch, u.is_active from auth_user u where u.id = ?`,
        [principal.userId],
      );
      if (user === undefined || user.is_active !== 1 || user.epoch !== epoch)
        throw coreErrors.UNAUTHORIZED({ reason: "the session has ended: sign in again" });
      if ((await change.get("select 1 as one from auth_oauth_client where id = ?", [known])) === undefined)
        throw coreErrors.NOT_FOUND({ what: "OAuth client" });
      const id = await addGrant(change, {
        userId: principal.userId,
        clientRowId: known,
        scope: text,
        resource: resourceOf(server.issuer),
        expiresAt,
      });
      change.audit({
        action: "consent",
        resource: "oauth-grant",
        resourceId: id,
        after: { client_id: known, client: client.name, scope: text, expires_at: expiresAt },
      });
      return id;
    });
    return await server.answer(flow, { login: { accountId: principal.userId, remember: false }, consent: { grantId } }, call);
  }

  /** @param principal the user, or nobody who signed in @returns where the browser goes on */
  async deny(flow: Flow, client: FlowClient, principal: Principal, call: CallContext): Promise<string> {
    await this.#parts.writes.run({ ...call, principal }, async (change) => {
      change.audit({
        action: "deny",
        resource: "oauth-client",
        resourceId: client.isDocument ? null : client.clientId,
        after: { client: client.name },
      });
    });
    return await this.#parts.server.answer(flow, { error: "access_denied", error_description: "the user denied access" }, call);
  }

  /** The row of a client that is known by its document, made when a user first allows it. */
  async #documentClient({ clientId, name, redirectUris }: FlowClient, call: CallContext): Promise<string> {
    return await this.#parts.writes.run(call, async (change) => {
      await change.run(
        `insert into auth_oauth_client (id, client_id, source, name, redirect_uris, scope, metadata, created_at)
          values (?, ?, 'document', ?, ?, null, '{}', ?)
         on conflict (client_id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris`,
        [change.newId(), clientId, name, JSON.stringify(redirectUris), change.now],
      );
      const row = await change.get<{ id: string }>("select id from auth_oauth_client where client_id = ?", [clientId]);
      if (row === undefined) throw new TypeError("a client that was just written is there");
      return row.id;
    });
  }
}
