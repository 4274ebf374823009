import type { PoolClient } from "pg";
import { systemNow } from "../../../contract/real-timers.ts";
import type { AppliedMigration } from "../../../contract/storage/storage.ts";
import { connectToServer } from "../connection/connect-to-server.ts";
import { connectionTarget } from "../connection/connection-target.ts";
import type { PostgresqlPool } from "../connection/given-pool.ts";
import { localSettings, searchPathOf } from "../connection/local-settings.ts";
import { MIGRATION_TABLE } from "../../opening/migrate.ts";
import { toOpenError } from "../../storage-errors.ts";
import { connectionFailure } from "../start/connection-failure.ts";
import { APPLIED_MIGRATIONS } from "../start/prepare-database.ts";
import { HOME_FIRST } from "../start/server-facts.ts";

/** What a PostgreSQL database has, without changing it. */
export interface PostgresqlState {
  /** Tables of its schema. */
  readonly tables: readonly string[];
  /** The migrations that were applied, in order. */
  readonly migrations: readonly AppliedMigration[];
  /** When the newest event happened, as it was written; null without one. */
  readonly newestEventAt: string | null;
  /** Milliseconds that the clock of the server is ahead of this machine's. */
  readonly clockAheadMs: number;
  /** Rows of the tables that were asked for, by table: those that it has. A value by the name of its column. */
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** How a database is looked at. */
export interface PostgresqlStateOptions {
  /** Schema that has the tables, where the storage is given one. */
  readonly schema?: string;
  /** Small tables whose rows are wanted. */
  readonly rowsOf?: readonly string[];
}

/**
 * Looks at a database.
 * @throws DATABASE_NOT_OPENED when it cannot be reached
 */
export async function postgresqlState(url: string, { schema, rowsOf = [] }: PostgresqlStateOptions = {}): Promise<PostgresqlState> {
  const { client } = await connectToServer(connectionTarget(url));
  try {
    await client.query(`begin isolation level repeatable read read only${schema === undefined ? "" : localSettings(searchPathOf(schema))}`);
    await client.query(HOME_FIRST);
    const { rows: tables } = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = current_schema() order by 1",
    );
    const names = tables.map(({ name }) => name);
    const { rows: migrations } = names.includes(MIGRATION_TABLE) ? await client.query<AppliedMigration>(APPLIED_MIGRATIONS) : { rows: [] };
    const { rows: events } = names.includes("event")
      ? await client.query<{ at: string | null }>("select occurred_at as at from event order by txid desc, seq desc limit 1")
      : { rows: [] };
    const { rows: clocks } = await client.query<{ ms: string }>("select floor(extract(epoch from clock_timestamp()) * 1000)::text as ms");
    const rows: Record<string, readonly Readonly<Record<string, unknown>>[]> = {};
    for (const table of rowsOf.filter((name) => names.includes(name)))
      rows[table] = (await client.query<Record<string, unknown>>(`select * from ${client.escapeIdentifier(table)}`)).rows;
    return {
      tables: names,
      migrations,
      newestEventAt: events[0]?.at ?? null,
      clockAheadMs: Number(clocks[0]?.ms) - systemNow(),
      rows,
    };
  } catch (error) {
    throw toOpenError(error, (failure) => connectionFailure(url, failure));
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * The migrations of a database, behind a pool of the application or at a URL; none where it has no tables of ours.
 * @throws DATABASE_NOT_OPENED when it cannot be reached
 */
export async function postgresqlMigrations(place: string | PostgresqlPool, schema?: string): Promise<readonly AppliedMigration[]> {
  if (typeof place === "string") return (await postgresqlState(place, schema === undefined ? {} : { schema })).migrations;
  let client: PoolClient | undefined;
  try {
    client = (await place.connect()) as PoolClient;
    await client.query(`begin read only${schema === undefined ? "" : localSettings(searchPathOf(schema))}`);
    await client.query(HOME_FIRST);
    const { rows: found } = await client.query<{ there: boolean }>(`select to_regclass('${MIGRATION_TABLE}') is not null as there`);
    const { rows } = found[0]?.there === true ? await client.query<AppliedMigration>(APPLIED_MIGRATIONS) : { rows: [] };
    await client.query("commit");
    client.release();
    return rows;
  } catch (error) {
    client?.release(true);
    throw toOpenError(error, (failure) => connectionFailure(place, failure));
  }
}
