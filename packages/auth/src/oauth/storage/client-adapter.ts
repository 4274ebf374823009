import { type Change, coreErrors, type OpenStorage, type WritePath } from "@cadastre/inventory-core";
import type { Adapter, AdapterPayload } from "oidc-provider";
import { CLIENT_COLUMNS, oauthClientOf, type ShownClientRow } from "../clients/oauth-client.ts";
import { currentCall, currentNetwork } from "../server/oauth-call.ts";

/** A client that registered this long ago and was not allowed by anybody may make room for another. */
const ROOM_AFTER_MS = 600_000;

/** Which part of the unused clients one network may have registered, and at least how many (docs/spec/limits.md#strangers-of-oauth). */
const SHARE = 1 / 50;
const MIN_SHARE = 5;

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
    // Before the turn to write: another call's context may run what waits with it.
    const network = currentNetwork();
    await this.#writes.run(currentCall(), async (change) => {
      await change.lock({ on: "name", name: "auth-oauth-clients" });
      await this.#makeRoom(change, network);
      await change.insert(
        "auth_oauth_client",
        ["id", "client_id", "source", "name", "redirect_uris", "scope", "metadata", "created_at", "address"],
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
            network,
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

  /** Deletes unused clients to make room: first the oldest of the same network beyond its share. */
  async #makeRoom(change: Change, network: string): Promise<void> {
    const unused = "from auth_oauth_client where last_used_at is null";
    const { own = 0, every = 0 } =
      (await change.get<{ own: number; every: number }>(`select count(*) filter (where address = ?) as own, count(*) as every ${unused}`, [
        network,
      ])) ?? {};
    const beyondShare = own + 1 - Math.max(MIN_SHARE, Math.floor(this.#maxUnused * SHARE));
    // The outer condition keeps a client that a user allows at the same time (PostgreSQL checks it again).
    const remove = async (which: string, values: readonly string[], most: number): Promise<number> =>
      await change.run(`delete ${unused} and id in (select id ${unused} and ${which} limit ${most})`, values);
    const removed = beyondShare > 0 ? await remove("address = ? order by created_at", [network], beyondShare) : 0;
    const excess = every + 1 - this.#maxUnused - removed;
    if (excess <= 0) return;
    const before = new Date(Date.parse(change.now) - ROOM_AFTER_MS).toISOString();
    // Old clients go before recent ones of the same network, which a user may be about to allow.
    const replaceable = "(address = ? or created_at < ?) order by created_at >= ?, address <> ?, created_at";
    if ((await remove(replaceable, [network, before, before, network], excess)) < excess)
      throw coreErrors.UNAVAILABLE({ reason: "too many registered clients without authorization: retry later" });
  }

  async destroy(): Promise<void> {}

  async consume(): Promise<void> {}

  async revokeByGrantId(): Promise<void> {}

  async findByUid(): Promise<undefined> {}

  async findByUserCode(): Promise<undefined> {}
}
