import type { AppliedMigration, DialectName, Queries, SqlValue, Storage, StorageCapabilities } from "../../contract/storage/storage.ts";
import { missingMigrations } from "../opening/migrate.ts";
import { storageErrors, toOpenError } from "../storage-errors.ts";
import { OpenSessions } from "./open-sessions.ts";
import { postgresqlSessions } from "./postgresql-sessions.ts";
import type { Session, SessionPurpose } from "./session.ts";
import type { SessionDialect } from "./session-dialect.ts";
import { sqliteSessions } from "./sqlite-sessions.ts";

const DIALECTS: Readonly<Record<DialectName, SessionDialect>> = { sqlite: sqliteSessions, postgresql: postgresqlSessions };

export interface SessionStorageOptions {
  /** What messages call it: `libsql`. */
  readonly name: string;
  /** What its sessions speak. */
  readonly dialect: DialectName;
  /** What it can do. With `oneSession`, `connect` is called once for each opening; with `readOnly`, only sessions for `write` write. */
  readonly capabilities: StorageCapabilities;
  /** Opens a session. One is for all changes, one for reads, and each list on SQLite has one for as long as it is read. */
  readonly connect: (purpose: SessionPurpose) => Promise<Session> | Session;
  /** Whether the database exists, where `connect` would create it: read where nothing is to be created. It does, unless given. */
  readonly isThere?: () => Promise<boolean> | boolean;
  /** Milliseconds that a transaction or a query is tried again while the database is busy; 10,000 unless set. */
  readonly busyTimeoutMs?: number | undefined;
}

/**
 * A storage over a driver of your own, of a dialect that the program knows: you say how to open a session and how it runs a statement,
 * and the rest (words of the dialect, migrations, transactions and their retries, lists, text search, the ORM, closing) is here.
 *
 * @example
 * sessionStorage({
 *   name: "mine", dialect: "sqlite", capabilities: { severalProcesses: true, durable: true },
 *   connect: () => ({ query: async (sql, params) => await mine.query(sql, params), close: () => mine.close() }),
 * })
 */
export function sessionStorage(options: SessionStorageOptions): Storage {
  const { name, capabilities, connect, busyTimeoutMs, isThere = () => true } = options;
  const dialect = DIALECTS[options.dialect];
  const openError = (error: unknown): unknown => toOpenError(error, (failure) => dialect.openFailure(name, failure));
  const migrations = async (): Promise<readonly AppliedMigration[]> => {
    try {
      if (!(await isThere())) return [];
      const session = await connect("read");
      try {
        return await dialect.migrations(queriesOf(session, dialect));
      } finally {
        await session.close();
      }
    } catch (error) {
      throw openError(error);
    }
  };
  return {
    name,
    dialect: dialect.name,
    capabilities,
    async open(open) {
      if (open.readOnly === true && capabilities.readOnly !== true)
        throw storageErrors.STORAGE_INVALID({
          reason: `the storage ${name} cannot be opened read-only: it does not declare the capability`,
        });
      // Nothing is made or changed for what is refused. A database that has one session is opened once.
      if ((open.migrate === "refuse" || open.readOnly === true) && (capabilities.oneSession !== true || !(await isThere())))
        missingMigrations(open, dialect.name, await migrations());
      try {
        return await OpenSessions.open({ name, dialect, connect, busyTimeoutMs, one: capabilities.oneSession === true }, open);
      } catch (error) {
        throw openError(error);
      }
    },
    migrations,
  };
}

function queriesOf(session: Session, dialect: SessionDialect): Queries {
  const all = async <Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]> => {
    const statement = dialect.translate(sql, params);
    return (await session.query(statement.sql, statement.params)).rows as Row[];
  };
  return { all, get: async <Row>(sql: string, params?: readonly SqlValue[]) => (await all<Row>(sql, params))[0] };
}
