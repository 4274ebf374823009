import type { DialectName, Storage, StorageCapabilities } from "../../contract/storage/storage.ts";
import { toOpenError } from "../storage-errors.ts";
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
  /** What it can do; with `oneSession`, `connect` is called once for each opening. */
  readonly capabilities: StorageCapabilities;
  /** Opens a session. One is for all changes, one for reads, and each list on SQLite has one for as long as it is read. */
  readonly connect: (purpose: SessionPurpose) => Promise<Session> | Session;
  /** Milliseconds that a transaction or a query is tried again while the database is busy; 10,000 unless set. */
  readonly busyTimeoutMs?: number;
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
  const { name, capabilities, connect, busyTimeoutMs } = options;
  const dialect = DIALECTS[options.dialect];
  return {
    name,
    dialect: dialect.name,
    capabilities,
    async open(open) {
      try {
        return await OpenSessions.open({ name, dialect, connect, busyTimeoutMs, one: capabilities.oneSession === true }, open);
      } catch (error) {
        throw toOpenError(error, (failure) => dialect.openFailure(name, failure));
      }
    },
  };
}
