import { type Change, coreErrors, type OpenStorage, type WritePath } from "@cadastre/inventory-core";
import type { Adapter, AdapterPayload } from "oidc-provider";
import { CLIENT_COLUMNS, oauthClientOf, type ShownClientRow } from "../clients/oauth-client.ts";
import { currentCall } from "../server/oauth-call.ts";

/** A client that registered this long ago and was not allowed by anybody may make room for another. */
const ROOM_AFTER_MS = 600_000;

/** Keeps clients that register themselves (RFC 7591). */
export class ClientAdapter implements Adapter {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #maxUnused: number;

  /** @param maxUnused clients that nobody has allowed yet */
  constructor(storage: OpenStorage, writes: WritePath, maxUnused: number) {
    this.#storage = storage;
    this.#writes = writes;
    this.#maxUnused = maxUnused;
  }

  /** @throws UNAVAILABLE while too many clients wait to be allowed */
  async upsert(clientId: string, metadata: AdapterPayload): Promise<void> {
    await this.#writes.run(currentCall(), async (change) => {
      await change.lock({ on: "name", name: "auth-oauth-clients" });
      await this.#makeRoom(change);
      await change.insert(
        "auth_oauth_client",
        ["id", "client_id", "source", "name", "redirect_uris", "scope", "metadata", "created_at"],
        [
          [
            clientId,
            clientId,
            "registered",
            metadata.client_name ?? "",
            JSON.stringify(metadata.redirect_uris),
            metadata.scope ?? null,
            JSON.stringify(metadata),
            change.now,
          ],
        ],
      );
      const row = await change.get<ShownClientRow>(`select ${CLIENT_COLUMNS} from auth_oauth_client c where c.id = ?`, [clientId]);
      change.audit({
        action: "register",
        resource: "oauth-client",
        resourceId: clientId,
        after: row === undefined ? undefined : oauthClientOf(row),
      });
    });
  }

  async find(clientId: string): Promise<AdapterPayload | undefined> {
    const row = await this.#storage.read.get<{ metadata: string }>(
      "select metadata from auth_oauth_client where client_id = ? and source = 'registered'",
      [clientId],
    );
    return row === undefined ? undefined : (JSON.parse(row.metadata) as AdapterPayload);
  }

  /** A flood of registrations pushes itself out, and nobody who is just being asked. */
  async #makeRoom(change: Change): Promise<void> {
    const { count = 0 } =
      (await change.get<{ count: number }>("select count(*) as count from auth_oauth_client where last_used_at is null")) ?? {};
    const excess = count - this.#maxUnused + 1;
    if (excess <= 0) return;
    const before = new Date(Date.parse(change.now) - ROOM_AFTER_MS).toISOString();
    const removed = await change.run(
      `delete from auth_oauth_client where id in (
        select id from auth_oauth_client where last_used_at is null and created_at < ? order by created_at limit ${excess})`,
      [before],
    );
    if (removed < excess) throw coreErrors.UNAVAILABLE({ reason: "too many registered clients without authorization: retry later" });
  }

  async destroy(): Promise<void> {}

  async consume(): Promise<void> {}

  async revokeByGrantId(): Promise<void> {}

  async findByUid(): Promise<undefined> {}

  async findByUserCode(): Promise<undefined> {}
}
