import { type CallContext, type Change, type Queries } from "@cadastre/inventory-core";
import { lockUser } from "../../users/user-rows.ts";

/** Held by whoever adds to a client's grants and tokens, and whoever deletes it. After the lock of the user where both are held. */
export async function lockClient(change: Change, id: string): Promise<void> {
  await change.lock({ on: "record", table: "auth_oauth_client", id });
}

/** Most grants of a user. A further grant replaces the least recently used one. */
export const MAX_GRANTS = 100;

/** What a user allows. */
export interface NewGrant {
  readonly userId: string;
  /** Id of the client's row. */
  readonly clientRowId: string;
  readonly scope: string;
  readonly resource: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Adds a grant. The caller holds the locks of the user and of the client. @returns its id */
export async function addGrant(change: Change, { userId, clientRowId, scope, resource, expiresAt }: NewGrant): Promise<string> {
  await makeRoom(change, userId);
  const id = change.newId();
  await change.insert(
    "auth_oauth_grant",
    ["id", "user_id", "client_id", "scope", "resource", "created_at", "expires_at"],
    [[id, userId, clientRowId, scope, resource, change.now, expiresAt]],
  );
  await change.run("update auth_oauth_client set last_used_at = ?, address = '' where id = ?", [change.now, clientRowId]);
  return id;
}

async function makeRoom(change: Change, userId: string): Promise<void> {
  const grants = await change.all<{ id: string }>(
    "select id from auth_oauth_grant where user_id = ? order by coalesce(last_used_at, created_at) desc, id desc",
    [userId],
  );
  for (const { id } of grants.slice(MAX_GRANTS - 1)) await endGrant(change, id, "revoke");
}

/** Why a grant ends: somebody revoked it, or a code or refresh token was used twice (RFC 9700 §4.14). */
export type GrantEnd = "revoke" | "replay";

/** A grant as the audit trail has it. */
interface EndedGrant {
  readonly user_id: string;
  readonly client_id: string;
  readonly client: string;
  readonly scope: string;
}

/**
 * Ends a grant with every token of it, and says so in the audit trail; nothing happens when it is gone.
 * @returns whether it was there
 */
export async function endGrant(change: Change, id: string, why: GrantEnd, call?: CallContext): Promise<boolean> {
  const owner = await change.get<{ user_id: string }>("select user_id from auth_oauth_grant where id = ?", [id]);
  if (owner === undefined) return false;
  await lockUser(change, owner.user_id);
  const before = await change.get<EndedGrant>(
    "select g.user_id, c.id as client_id, c.name as client, g.scope from auth_oauth_grant g join auth_oauth_client c on c.id = " +
      "g.client_id where g.id = ?",
    [id],
  );
  if (before === undefined) return false;
  await change.run("delete from auth_oauth_grant where id = ?", [id]);
  const refused = why === "replay" ? ({ status: "failure", error: "OAUTH_TOKEN_REPLAYED" } as const) : {};
  change.audit({ action: why, resource: "oauth-grant", resourceId: id, before, ...refused, ...(call === undefined ? {} : { call }) });
  return true;
}

/** Whether a grant is there, in an open transaction or outside. */
export async function hasGrant(queries: Queries, id: string): Promise<boolean> {
  return (await queries.get("select 1 as one from auth_oauth_grant where id = ?", [id])) !== undefined;
}
