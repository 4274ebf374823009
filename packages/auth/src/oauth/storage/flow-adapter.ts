import { type Change, type OpenStorage, secretHash, type WritePath } from "@cadastre/inventory-core";
import type { Adapter, AdapterPayload } from "oidc-provider";
import { currentCall, currentNetwork } from "../server/oauth-call.ts";
import { withoutTokens } from "./without-tokens.ts";

/** Most flows of one network, and of all (docs/spec/limits.md#strangers-of-oauth). */
const MAX_OF_NETWORK = 50;
const MAX_OF_ALL = 2000;

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
    // Before the turn to write: another call's context may run what waits with it.
    const network = currentNetwork();
    const payloadText = JSON.stringify(withoutTokens(payload));
    await this.#writes.run(currentCall(), async (change) => {
      // A lock for each network: one lock for all would delay the writes of other callers.
      await change.lock({ on: "name", name: `auth-oauth-flows/${network}` });
      const hash = secretHash(id);
      // An update of a known flow needs no room.
      if ((await change.run("update auth_oauth_flow set payload = ?, expires_at = ? where id = ?", [payloadText, expiresAt, hash])) > 0)
        return;
      await this.#makeRoom(change, network);
      await change.insert("auth_oauth_flow", ["id", "payload", "expires_at", "address"], [[hash, payloadText, expiresAt, network]]);
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

  /** Deletes flows to make room: a network replaces its own, but one below its share takes from the network with most flows. */
  async #makeRoom(change: Change, network: string): Promise<void> {
    const flows = "from auth_oauth_flow";
    const {
      own = 0,
      every = 0,
      networks = 0,
    } = (await change.get<{ own: number; every: number; networks: number }>(
      `select count(*) filter (where address = ?) as own, count(*) as every, count(distinct address) as networks ${flows}`,
      [network],
    )) ?? {};
    const excess = Math.max(own - MAX_OF_NETWORK, every - MAX_OF_ALL) + 1;
    if (excess <= 0) return;
    const isOwn = own >= Math.min(MAX_OF_NETWORK, MAX_OF_ALL / Math.max(networks, 1));
    const from = isOwn ? "?" : `(select address ${flows} group by address order by count(*) desc, address limit 1)`;
    await change.run(
      `delete ${flows} where id in (select id ${flows} where address = ${from} order by expires_at limit ${excess})`,
      isOwn ? [network] : [],
    );
  }

  async consume(): Promise<void> {}

  async revokeByGrantId(): Promise<void> {}

  async findByUid(): Promise<undefined> {}

  async findByUserCode(): Promise<undefined> {}
}
