import type { Constructor, IDatabaseDriver } from "@mikro-orm/core";
import type {
  AppliedMigration,
  DialectName,
  EventHold,
  Lock,
  Queries,
  SqlValue,
  StorageOpenOptions,
  TextSearch,
} from "../../contract/storage/storage.ts";
import type { Statement } from "../insert-statements.ts";
import type { OpeningTransaction } from "../opening/run-migrations.ts";
import type { OpenFailure } from "../storage-errors.ts";
import type { Violation } from "../violations.ts";
import type { Session, SessionValue } from "./session.ts";

/** The database as it is opened: what reads it, and what runs one transaction at a time. */
export interface Opening {
  readonly read: Queries;
  readonly write: <T>(work: (transaction: OpeningTransaction) => Promise<T>) => Promise<T>;
}

/** What reads a list, for {@link SessionDialect.pages}. */
export interface ListSource {
  /** Does work on the session that reads single statements, when it is free. */
  onReader<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** A session of its own for a list; undefined where the database has one session. */
  take(): Promise<Session | undefined>;
  /** Gives it back. @param clean whether nothing is open on it */
  give(session: Session, clean: boolean): Promise<void>;
}

/** What differs between the dialects for a storage that is made of sessions. */
export interface SessionDialect {
  readonly name: DialectName;
  readonly text: TextSearch;
  /** What the writing session is told first, each a statement. */
  readonly setUp: readonly string[];
  readonly begin: string;
  /** Lists that have something open in the database at once; further ones wait. */
  readonly lists: number;
  /** A statement that failed has taken the whole transaction with it, whatever comes after. */
  readonly failsWhole: boolean;
  /** A statement of shared SQL in the words of the dialect. */
  translate(sql: string, params?: readonly SqlValue[]): { readonly sql: string; readonly params: readonly SessionValue[] };
  readonly lock: (locks: readonly Lock[]) => Statement | null;
  updates(table: string, key: string, columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Iterable<Statement>;
  /** Whether the same transaction may succeed when it runs again. */
  readonly isTransient: (error: unknown) => boolean;
  readonly violationOf: (error: unknown) => Violation | undefined;
  readonly unavailable: (error: unknown) => string | undefined;
  readonly openFailure: (name: string, error: unknown) => OpenFailure | undefined;
  /** Brings the database to the newest version, and looks whether it can be used. */
  prepare(opening: Opening, options: StorageOpenOptions): Promise<void>;
  readonly migrations: (queries: Queries) => Promise<readonly AppliedMigration[]>;
  horizon(queries: Queries): Promise<bigint>;
  eventHold?(queries: Queries): Promise<EventHold | undefined>;
  /** Rows of a query from one snapshot, in pages as large as they may be. */
  pages<Row>(source: ListSource, sql: string, params: readonly SqlValue[]): AsyncGenerator<readonly Row[]>;
  readonly ormDriver: Constructor<IDatabaseDriver>;
}
