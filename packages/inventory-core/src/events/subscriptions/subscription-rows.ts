import { type Clock, timestampOf } from "../../contract/clock.ts";
import { performance } from "../../contract/real-timers.ts";
import type { DialectName, OpenStorage, SqlValue } from "../../contract/storage/storage.ts";
import type { SubscriptionState } from "./subscription-options.ts";

/** How long a process holds a name after its last write, in milliseconds. */
export const LEASE_MS = 15_000;

/** Longest stored sentence of an error. */
const MAX_ERROR = 1000;

/** The time of the database in milliseconds since the Unix epoch: clocks of machines differ. */
const NOW: Readonly<Record<DialectName, string>> = {
  sqlite: "cast(unixepoch('now', 'subsec') * 1000 as integer)",
  // `now()` is the start of the transaction, which may have waited for a lock.
  postgresql: "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)",
};

/** What a holder stores with each write. */
export interface Progress {
  readonly cursor: string;
  readonly failures: number;
  readonly error: string;
}

interface StateRow {
  readonly name: string;
  readonly cursor: string;
  readonly active: number;
  readonly failures: number;
  readonly error: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Statements on `event_subscription`. */
export class SubscriptionRows {
  readonly #storage: Pick<OpenStorage, "dialect" | "read" | "write">;
  readonly #clock: Clock;

  constructor(storage: Pick<OpenStorage, "dialect" | "read" | "write">, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** Whether the database lets one transaction write at a time. */
  get hasOneWriter(): boolean {
    return this.#storage.dialect === "sqlite";
  }

  /** Adds a name at a cursor. A known name stays as it is, unless it is reset: then its holder loses it. */
  async place(name: string, cursor: string, reset: boolean): Promise<void> {
    const now = timestampOf(this.#clock);
    const known = reset
      ? "update set cursor = excluded.cursor, token = null, lease_until = 0, failures = 0, error = '', updated_at = excluded.updated_at"
      : "nothing";
    await this.#run(
      "insert into event_subscription (name, cursor, token, lease_until, failures, error, created_at, updated_at) " +
        `values (?, ?, null, 0, 0, '', ?, ?) on conflict (name) do ${known}`,
      [name, cursor, now, now],
    );
  }

  /** Returns all subscriptions by name, or the one of a name. */
  async states(name?: string): Promise<readonly SubscriptionState[]> {
    const rows = await this.#storage.read.all<StateRow>(
      "select name, cursor, failures, error, created_at, updated_at, " +
        `case when token is not null and lease_until >= ${NOW[this.#storage.dialect]} then 1 else 0 end as active ` +
        `from event_subscription ${name === undefined ? "order by name" : "where name = ?"}`,
      name === undefined ? [] : [name],
    );
    return rows.map((row) => ({
      name: row.name,
      cursor: row.cursor,
      isActive: row.active === 1,
      failures: row.failures,
      error: row.error === "" ? null : row.error,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }));
  }

  /** Takes the lease of a name that nobody holds. @returns undefined when another process was quicker */
  async acquire(name: string, token: string): Promise<{ readonly cursor: string; readonly since: number } | undefined> {
    const now = NOW[this.#storage.dialect];
    return await this.#storage.write(async (transaction) => {
      const since = performance.now();
      const [row] = await transaction.all<{ cursor: string }>(
        `update event_subscription set token = ?, lease_until = ${now} + ${LEASE_MS} ` +
          `where name = ? and (token is null or lease_until < ${now}) returning cursor`,
        [token, name],
      );
      return row === undefined ? undefined : { cursor: row.cursor, since };
    });
  }

  /**
   * Stores progress and extends the lease.
   * @returns the time by `performance` since which it is extended, without the wait for other writers; undefined when it is lost
   */
  async save(name: string, token: string, { cursor, failures, error }: Progress): Promise<number | undefined> {
    return await this.#storage.write(
      async (transaction) => {
        const since = performance.now();
        const rows = await transaction.run(
          "update event_subscription set cursor = ?, failures = ?, error = ?, updated_at = ?, " +
            `lease_until = ${NOW[this.#storage.dialect]} + ${LEASE_MS} where name = ? and token = ?`,
          [cursor, failures, error.slice(0, MAX_ERROR), timestampOf(this.#clock), name, token],
        );
        return rows > 0 ? since : undefined;
      },
      // What the power takes is delivered again.
      { outlives: "process" },
    );
  }

  /** Stores progress and gives the name to the next process. */
  async release(name: string, token: string, { cursor, failures, error }: Progress): Promise<void> {
    await this.#run(
      "update event_subscription set cursor = ?, failures = ?, error = ?, token = null, lease_until = 0 where name = ? and token = ?",
      [cursor, failures, error.slice(0, MAX_ERROR), name, token],
      "process",
    );
  }

  /** Forgets a name; its holder loses it. @returns whether there was one */
  async remove(name: string): Promise<boolean> {
    return await this.#run("delete from event_subscription where name = ?", [name]);
  }

  async #run(sql: string, params: readonly SqlValue[], outlives: "power" | "process" = "power"): Promise<boolean> {
    return await this.#storage.write(async (transaction) => (await transaction.run(sql, params)) > 0, { outlives });
  }
}
