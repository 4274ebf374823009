import { setImmediate } from "node:timers/promises";
import { type Clock, type OpenStorage, serviceToken } from "@cadastre/inventory-core";

export const OAUTH_PURGE = serviceToken<OAuthPurge>("auth-oauth-purge");

/** How long a registered client that nobody allows is kept. */
const UNUSED_MS = 86_400_000;
/** How long a client is kept that holds no grant any more. */
const IDLE_MS = 90 * 86_400_000;
/** Rows that are deleted at once. */
const SLICE = 500;

/** Deletes what is over. Several hosts may do it at once. */
export class OAuthPurge {
  readonly #storage: OpenStorage;
  readonly #clock: Clock;

  constructor(storage: OpenStorage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** Tokens, grants and flows that have expired, and clients that no user allowed within a day or lately. */
  async run(): Promise<void> {
    const now = this.#clock.now();
    const nowText = new Date(now).toISOString();
    // The tokens of a grant end with it.
    for (const table of ["auth_oauth_token", "auth_oauth_grant", "auth_oauth_flow"]) await this.#deleteExpired(table, nowText);
    await this.#storage.write(async (transaction) => {
      await transaction.run("delete from auth_oauth_client where last_used_at is null and created_at <= ?", [
        new Date(now - UNUSED_MS).toISOString(),
      ]);
      await transaction.run(
        "delete from auth_oauth_client where last_used_at <= ? and not exists (select 1 from auth_oauth_grant g where g.client_id = " +
          "auth_oauth_client.id)",
        [new Date(now - IDLE_MS).toISOString()],
      );
    });
  }

  async #deleteExpired(table: string, now: string): Promise<void> {
    const sql = `delete from ${table} where id in (select id from ${table} where expires_at <= ? order by expires_at limit ${SLICE})`;
    while ((await this.#storage.write(async (transaction) => await transaction.run(sql, [now]))) === SLICE) await setImmediate();
  }
}
