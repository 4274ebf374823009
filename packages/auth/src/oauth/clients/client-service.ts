import {
  type CallContext,
  coreErrors,
  type JsonList,
  listOfRows,
  type OpenStorage,
  type Queries,
  serviceToken,
  type WritePath,
} from "@cadastre/inventory-core";
import { lockClient } from "../grants/grant-rows.ts";
import { CLIENT_COLUMNS, type OAuthClient, oauthClientOf, type ShownClientRow } from "./oauth-client.ts";

export const OAUTH_CLIENTS = serviceToken<OAuthClientService>("auth-oauth-clients");

/** What administrators do with clients. */
export class OAuthClientService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;

  constructor(storage: OpenStorage, writes: WritePath) {
    this.#storage = storage;
    this.#writes = writes;
  }

  /** All clients, by name. */
  list(call: CallContext): JsonList<OAuthClient> {
    return listOfRows(
      this.#storage.pages<ShownClientRow>(`select ${CLIENT_COLUMNS} from auth_oauth_client c order by c.name, c.id`, [], call.signal),
      oauthClientOf,
    );
  }

  /** Deletes a client; every grant and token that it holds ends at once. @throws NOT_FOUND */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      await lockClient(change, id);
      const before = await find(change, id);
      await change.run("delete from auth_oauth_client where id = ?", [id]);
      change.audit({ action: "delete", resource: "oauth-client", resourceId: id, before });
    });
  }
}

async function find(queries: Queries, id: string): Promise<OAuthClient> {
  const row = await queries.get<ShownClientRow>(`select ${CLIENT_COLUMNS} from auth_oauth_client c where c.id = ?`, [id]);
  if (row === undefined) throw coreErrors.NOT_FOUND({ what: "OAuth client" });
  return oauthClientOf(row);
}
