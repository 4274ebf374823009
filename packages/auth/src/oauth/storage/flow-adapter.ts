import { type OpenStorage, secretHash, type WritePath } from "@cadastre/inventory-core";
import type { Adapter, AdapterPayload } from "oidc-provider";
import { currentCall } from "../server/oauth-call.ts";
import { withoutTokens } from "./without-tokens.ts";

/** Keeps authorization requests that wait for the user's answer, by the hash of what the browser's cookie has. */
export class FlowAdapter implements Adapter {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;

  constructor(storage: OpenStorage, writes: WritePath) {
    this.#storage = storage;
    this.#writes = writes;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const expiresAt = new Date(Date.now() + expiresIn * 1000).toISOString();
    await this.#writes.run(currentCall(), async (change) => {
      await change.run(
        `insert into auth_oauth_flow (id, payload, expires_at) values (?, ?, ?)
         on conflict (id) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
        [secretHash(id), JSON.stringify(withoutTokens(payload)), expiresAt],
      );
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.#storage.read.get<{ payload: string }>("select payload from auth_oauth_flow where id = ?", [secretHash(id)]);
    return row === undefined ? undefined : { ...(JSON.parse(row.payload) as AdapterPayload), jti: id };
  }

  async destroy(id: string): Promise<void> {
    await this.#writes.run(
      currentCall(),
      async (change) => void (await change.run("delete from auth_oauth_flow where id = ?", [secretHash(id)])),
    );
  }

  async consume(): Promise<void> {}

  async revokeByGrantId(): Promise<void> {}

  async findByUid(): Promise<undefined> {}

  async findByUserCode(): Promise<undefined> {}
}
