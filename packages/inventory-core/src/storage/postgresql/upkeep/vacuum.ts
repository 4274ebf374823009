import type { PoolClient } from "pg";
import type { Clock } from "../../../contract/clock.ts";
import type { Cancels } from "../connection/cancels.ts";
import type { ConnectionSource } from "../connection/connection-source.ts";

/** Minimum time between two checks, in milliseconds. */
const CHECK_MS = 10_000;
/** A smaller pool has no connection to spare. */
const MIN_POOL = 3;

/** The tables that have as many dead rows as autovacuum waits for, in themselves or in their large values (TOAST). */
const DUE = `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relname = any ($2) and c.relkind = 'r'
    and exists (select from unnest(array[c.oid, c.reltoastrelid]) as part (id)
      where pg_stat_get_dead_tuples(part.id) > current_setting('autovacuum_vacuum_threshold')::int
        + current_setting('autovacuum_vacuum_scale_factor')::float8 * pg_stat_get_live_tuples(part.id))`;

/** The tables of an inventory. */
export interface OwnTables {
  readonly schema: string;
  readonly names: readonly string[];
}

/**
 * Vacuums the tables of the inventory after large changes (decision 0547). It uses one connection at a time and takes no lock that readers
 * or writers wait for. When it fails, for example because the role does not own the tables, autovacuum does the work later.
 */
export class Vacuum {
  readonly #pool: ConnectionSource;
  readonly #cancels: Cancels;
  readonly #clock: Clock;
  #tables: OwnTables | undefined;
  #next = -Infinity;
  #running: Promise<void> | undefined;
  #client: PoolClient | undefined;
  #isClosed = false;

  constructor(pool: ConnectionSource, cancels: Cancels, clock: Clock) {
    this.#pool = pool;
    this.#cancels = cancels;
    this.#clock = clock;
  }

  /** Tells the tables, once the database has them. */
  start(tables: OwnTables): void {
    if (this.#pool.most >= MIN_POOL) this.#tables = tables;
  }

  /** Tells that a large change has ended. Returns at once and never fails. */
  changed(): void {
    if (this.#tables === undefined || this.#isClosed || this.#running !== undefined || this.#clock.now() < this.#next) return;
    this.#next = this.#clock.now() + CHECK_MS;
    this.#running = this.#vacuum(this.#tables)
      .catch(() => {})
      .finally(() => (this.#running = undefined));
  }

  async #vacuum({ schema, names }: OwnTables): Promise<void> {
    const client = (this.#client = await this.#pool.connect());
    try {
      const { rows } = await client.query<{ name: string }>(DUE, [schema, names]);
      for (const { name } of rows) if (!this.#isClosed) await client.query(`vacuum (skip_locked, truncate false) ${name}`);
    } finally {
      this.#client = undefined;
      client.release();
    }
  }

  /** Cancels what is running. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#client !== undefined) await this.#cancels.statementOf(this.#client);
    await this.#running;
  }
}
