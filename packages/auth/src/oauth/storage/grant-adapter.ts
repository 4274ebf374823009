import type { OpenStorage } from "@cadastre/inventory-core";
import type { Adapter, AdapterPayload } from "oidc-provider";

interface FoundGrant {
  readonly user_id: string;
  readonly client_id: string;
  readonly scope: string;
  readonly resource: string;
  readonly created_at: string;
  readonly expires_at: string;
}

const secondsOf = (iso: string): number => Math.floor(Date.parse(iso) / 1000);

/** Shows grants to oidc-provider; they are made by the consent page (consent-service.ts) and end in grant-rows.ts. */
export class GrantAdapter implements Adapter {
  readonly #storage: OpenStorage;

  constructor(storage: OpenStorage) {
    this.#storage = storage;
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.#storage.read.get<FoundGrant>(
      `select g.user_id, c.client_id, g.scope, g.resource, g.created_at, g.expires_at
       from auth_oauth_grant g join auth_oauth_client c on c.id = g.client_id where g.id = ?`,
      [id],
    );
    if (row === undefined) return undefined;
    const { user_id: accountId, client_id: clientId, scope, resource, created_at, expires_at } = row;
    return {
      jti: id,
      kind: "Grant",
      accountId,
      clientId,
      resources: { [resource]: scope },
      iat: secondsOf(created_at),
      exp: secondsOf(expires_at),
    };
  }

  async upsert(): Promise<void> {
    throw new TypeError("grants are made by the consent page");
  }

  async destroy(): Promise<void> {}

  async consume(): Promise<void> {}

  async revokeByGrantId(): Promise<void> {}

  async findByUid(): Promise<undefined> {}

  async findByUserCode(): Promise<undefined> {}
}
