import type { Clock } from "../clock.ts";
import type { Logger } from "../logger.ts";
import type { ModelPlugin } from "./plugin-migrations.ts";
import type { Revision } from "./revision.ts";
import type { Spool } from "./spool.ts";
import type { StoredEntity, UnitOfWork } from "./unit-of-work.ts";

/** A value that SQL takes as a parameter. A list is one parameter, for `= any(?)`. */
export type SqlValue = string | number | bigint | null | readonly string[] | readonly number[];

/**
 * Statements in the SQL both dialects share: `?` placeholders, `= any(?)` for membership in a list, `list(?) k` for a
 * list of texts as a table with the column `k.value`, `insert … on conflict`, row values. Text columns compare by code point.
 * Integers come as numbers, of any width; one that a number does not hold exactly may come as a text.
 */
export interface Queries {
  /**
   * All rows, in order.
   * @param params a value for each `?`
   */
  all<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]>;
  /** The first row, if there is one. */
  get<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row | undefined>;
}

/** What a writer holds other writers off from. Taken in order, released with the transaction. */
export type Lock =
  /** The set of networks and datacenters: shared by those who rely on it, exclusive by those who change it. */
  | { readonly on: "topology"; readonly mode: "shared" | "exclusive" }
  /** One address space, by its number. */
  | { readonly on: "space"; readonly space: number }
  /** One record, by table and id: its version is checked and changed under this lock. */
  | { readonly on: "record"; readonly table: string; readonly id: string }
  /** A named section of a plugin. */
  | { readonly on: "name"; readonly name: string };

/** One open transaction. Nothing but SQL is awaited while it is open. */
export interface Transaction extends Queries {
  /** The unit of work, for rules on few rows. Flush it before statements that must see its changes. */
  readonly em: UnitOfWork;
  /** @returns how many rows changed */
  run(sql: string, params?: readonly SqlValue[]): Promise<number>;
  /**
   * Like {@link run} for a change nobody counts. It takes effect before every later statement, but a storage at the other
   * end of a wire does not wait for its outcome: what fails may fail a later statement, or the transaction.
   */
  exec(sql: string, params?: readonly SqlValue[]): Promise<void>;
  /** Inserts rows in bulk; each row has a value for each column. Waits no more than {@link exec} does. */
  insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void>;
  /** Updates rows in bulk: each row has the value of `key`, then a text (or null) for each column. Waits no more than {@link exec}. */
  update(table: string, key: string, columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Promise<void>;
  /** Every later statement runs under the locks. */
  lock(...locks: readonly Lock[]): Promise<void>;
  /**
   * Runs a statement in the words of the database, with `?` on SQLite and `$1` on PostgreSQL for its parameters. Takes and gives the
   * values of the driver. Throws the driver's error.
   */
  native(sql: string, params: readonly unknown[]): Promise<NativeResult>;
  /** The driver's connection that it is open on: a client of pg with PostgreSQL; none with other storages. */
  readonly client?: object | undefined;
}

/** Result of {@link Transaction.native}. */
export interface NativeResult {
  /** Rows, as the driver gives them. */
  readonly rows: readonly object[];
  /** Number of rows that it changed or gave. */
  readonly changes: number;
}

/** A statement, or a part of one, with its parameters. */
export interface SqlFragment {
  /** The text, with a `?` for each parameter. */
  readonly sql: string;
  /** Values of the parameters, in order. */
  readonly params: readonly SqlValue[];
}

/** A table whose search texts have an index. */
export type IndexedTable = "device" | "network" | "record_text";

/** How text is searched: the fragments differ by dialect, what they find does not. */
export interface TextSearch {
  /**
   * A condition on alias `d` of a table which holds when its search text contains `needle` (lower case, no wildcards),
   * with its parameters. Uses the trigram index where the needle is long enough.
   */
  contains(table: IndexedTable, needle: string): SqlFragment;
  /** How records are looked for in steps; where statements do not keep the event loop, there is none, and one statement finds all. */
  readonly steps?: TextSteps;
  /** The indexes, where they may say something else than the texts; a storage whose database keeps them in line has none. */
  readonly indexes?: readonly TextIndex[];
}

/** A part of the records of a table, by their numbers (`seq`). */
export interface TextStep {
  /** The number before the first. */
  readonly after: number;
  /** The last number. */
  readonly through: number;
  /** Most records. */
  readonly limit: number;
}

/** Text search in steps that are short each, for a storage whose statements keep everybody else waiting. */
export interface TextSteps {
  /**
   * A statement for the numbers (`seq`), ascending, of records whose search text has a text of three characters (code points) at least. It
   * goes through what the index has of that part of the records, and reads no text.
   */
  matches(table: IndexedTable, text: string, step: TextStep): TextMatches;
}

/** A statement for records that contain a text. */
export interface TextMatches extends SqlFragment {
  /** Whether all of them contain it. Otherwise some may not, and their texts have to be read. */
  readonly isExact: boolean;
}

/** A record whose text and whose entry in the text index differ. */
export interface StaleText {
  /** Number of the record in the index. */
  readonly seq: number;
  /** Null when the record is gone. */
  readonly id: string | null;
  /** What is wrong, in a few words. */
  readonly problem: string;
}

/** What came of comparing a part of a text index with the texts. */
export interface TextComparison {
  /** Number of records and entries that were looked at. */
  readonly rows: number;
  /** Those that differ. */
  readonly stale: readonly StaleText[];
  /** The number to go on after; null at the end. */
  readonly next: number | null;
  /** Some differ and it is not told which: they are to be compared again, fewer at a time. */
  readonly isUnsure?: boolean;
}

/** The text index of a table that is written by statements, so that it can be compared with the texts, and mended. */
export interface TextIndex {
  /** The table whose texts it has. */
  readonly table: IndexedTable;
  /** Compares records and entries of greater `seq` than `after`, `limit` at most. Which of ten or fewer differ, it always tells. */
  compare(queries: Queries, after: number, limit: number): Promise<TextComparison>;
  /** Writes the entries of records anew, and deletes those of records that are gone. */
  rewrite(transaction: Transaction, seqs: readonly number[]): Promise<void>;
}

/** Which dialect of SQL a storage speaks. */
export type DialectName = "sqlite" | "postgresql";

/**
 * What a migration means to programs that do not know it yet.
 *
 * - `additive`: those that could use the database before can go on with it (expand). New tables, new columns that are null or have
 *   a default, new indexes; what older programs write stays right, and nothing they read changes its meaning.
 * - `contracts`: it takes away what programs no longer use that know the named migration, an earlier one of the same owner, which
 *   a release before this one had (contract).
 */
export type MigrationCompatibility = "additive" | { readonly contracts: string };

/** A migration of one dialect, as data. Names (`core/0001-initial`) are applied in the order of the list and never change. */
export interface StorageMigration {
  /** `<owner>/<number>-<what it does>`: `core/0001-initial`. Never changes. */
  readonly name: string;
  /** Statements in order, in one transaction. */
  readonly statements: readonly string[];
  /** For older versions of its owner: without it, they refuse a database that has the migration (DATABASE_TOO_NEW). */
  readonly compatibility?: MigrationCompatibility;
  /**
   * True for a migration of a plugin that changes tables of others, so that programs without the plugin would write wrong rows: they refuse
   * the database (DATABASE_NEEDS_PLUGIN). A foreign key to a table of others changes nothing of it.
   */
  readonly changesOthers?: boolean;
  /** What is done in code, after the statements. */
  readonly step?: MigrationStep;
  /** Further statements, which follow from what the database has. They run after `statements`. */
  readonly plan?: (transaction: MigrationTransaction) => Promise<readonly string[]>;
}

/** What a migration's step has of its transaction. */
export type MigrationTransaction = Queries & Pick<Transaction, "run" | "exec" | "insert" | "update">;

/**
 * One slice of a migration in code, in a transaction of its own: a host that stops meanwhile leaves what is committed, and the next goes
 * on there. It is idempotent, since hosts of the version before may write until they are replaced, and takes a second at most.
 * @param after where the slice before ended, as it said; empty at first
 * @returns where this one ended; null when all is done
 */
export type MigrationStep = (transaction: MigrationTransaction, after: string) => Promise<string | null>;

/** Fields that depend on the time or the caller of a change. `created_at` and `updated_at` always do. */
export interface RecordTimes {
  /** Who did something and when: plans neither show nor compare their changes. */
  readonly set?: readonly string[];
  /** When the record ends: plans compare how long it lasts. */
  readonly end?: string;
}

/** Documents of one table, of which earlier versions of the program may have written some. */
export interface StoredDocuments {
  /** Name of the table. */
  readonly table: string;
  /** Columns that say which row it is. */
  readonly key: readonly string[];
  /** The version that this program writes. */
  readonly version: number;
  /** The document of a row with what other columns of it add to it when it is read, as a part of a statement. @param alias of the table */
  docSql?(alias: string): string;
  /** Bytes of the stored document of a row, as a part of a statement; `octet_length` of it by default. @param alias of the table */
  lengthSql?(alias: string): string;
  /** Fields that depend on the time of a change; none unless given. */
  readonly times?: RecordTimes | undefined;
  /** The user who alone may see a record, or null for the program itself; undefined where others may see it, too. */
  privateTo?(record: Readonly<Record<string, unknown>>): string | null | undefined;
  /** Outdated documents as they should be stored, by what is stored; what cannot be read is left out. */
  rewritten(queries: Queries, stored: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** A migration that a database has. */
export interface AppliedMigration {
  /** Its name: `core/0001-initial`. */
  readonly name: string;
  /** The migration that a program must know to use the database; empty when it need know none, null when that is not recorded: this one. */
  readonly requires: string | null;
  /** What programs without its plugin must know of it, as JSON of `RecordedPlugin`; null for the core, and where it is not recorded. */
  readonly plugin?: string | null;
}

/** What an owner (core or a plugin) keeps in storage. */
export interface StoredModel {
  /** Its tables for the unit of work: `entity` of `defineTable`. */
  readonly entities: readonly StoredEntity[];
  /** Documents that its rows have, which are rewritten in the background when their version rises. */
  readonly documents?: readonly StoredDocuments[];
  /** Tables whose rows follow records of the inventory. */
  readonly followers?: readonly FollowerTable[];
  /** Its migrations in order, for each dialect. */
  readonly migrations: Readonly<Record<DialectName, readonly StorageMigration[]>>;
  /** The plugin whose model it is: set by the host. None for the core. */
  readonly plugin?: ModelPlugin | undefined;
}

/** A table whose rows the database deletes with the records that they name. An undo of the delete restores them. */
export interface FollowerTable {
  /** Its name in the database. */
  readonly name: string;
  /** Columns of its primary key. */
  readonly key: readonly string[];
  /** Tables that columns refer to, by column. A row is restored when all of these records exist. */
  readonly references: Readonly<Record<string, string>>;
}

/** What a storage is opened with. */
export interface StorageOpenOptions {
  /** What the engine and the plugins keep, in order of need. */
  readonly models: readonly StoredModel[];
  /** The clock of the host. */
  readonly clock: Clock;
  /** Where log lines go. */
  readonly logger: Logger;
  /** Text search in place of the storage's own: it is what {@link OpenStorage.text} gives then. */
  readonly text?: TextSearch | undefined;
  /** Temporary files of the host; without it, the storage has its own. */
  readonly spool?: Spool | undefined;
  /**
   * `apply`, unless set: pending migrations are applied, and a missing database is created. `refuse`: a database with pending migrations is
   * refused (DATABASE_NOT_MIGRATED), and none is created.
   */
  readonly migrate?: "apply" | "refuse" | undefined;
  /**
   * Opens without a handle that writes: nothing is migrated, repaired or created, pending migrations are refused
   * (DATABASE_NOT_MIGRATED), and {@link OpenStorage.write} throws READ_ONLY. Only for a storage that declares it.
   */
  readonly readOnly?: boolean | undefined;
  /** Stops migrations between two of them or two slices; then opening throws its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What a storage can do beyond the contract; the conformance suite tests what is declared. */
export interface StorageCapabilities {
  /** Several host processes may use the same database at once. */
  readonly severalProcesses: boolean;
  /** The data outlives {@link OpenStorage.close}. */
  readonly durable: boolean;
  /** The database has one session: {@link OpenStorage.read} waits for the transaction that is open, and cannot be asked within it. */
  readonly oneSession?: boolean;
  /** It can be opened with {@link StorageOpenOptions.readOnly}. */
  readonly readOnly?: boolean;
}

/** Transactions since a storage was opened. */
export interface TransactionCounts {
  /** Those that were committed. */
  readonly committed: number;
  /** Those that were rolled back. */
  readonly failed: number;
}

/** Connections to a database server at this moment. */
export interface ConnectionCounts {
  /** Those at work. */
  readonly busy: number;
  /** Those that are open and do nothing. */
  readonly idle: number;
  /** Callers that wait for one. */
  readonly waiting: number;
  /** Most that may be open. */
  readonly most: number;
}

/** What a storage has done since it was opened, in this process. */
export interface StorageStatistics {
  /** Transactions that were tried. */
  readonly transactions: TransactionCounts;
  /** How often a transaction or a query was tried again because the database was busy. */
  readonly retries: number;
  /** Connections to a database server; absent where there is none. */
  readonly connections?: ConnectionCounts;
}

/** A transaction that keeps committed events from being read. */
export interface EventHold {
  /** How long it has been open; where that cannot be seen, how long the oldest event has waited. */
  readonly seconds: number;
  /** Which session it is, as far as it can be seen: `process 4711 ("psql", role "ada", idle in transaction)`. */
  readonly by: string;
}

/** A storage plugin's factory result: closed until the host opens it. */
export interface Storage {
  /** What it is called in messages: `sqlite`. */
  readonly name: string;
  /** The SQL that it speaks. */
  readonly dialect: DialectName;
  /** What it can do beyond the contract. */
  readonly capabilities: StorageCapabilities;
  /**
   * Opens the database and brings it to the newest version.
   * @throws UNAVAILABLE when it cannot be reached, DATABASE_TOO_NEW when a newer program wrote it, DATABASE_NEEDS_PLUGIN,
   * DATABASE_NOT_MIGRATED
   */
  open(options: StorageOpenOptions): Promise<OpenStorage>;
  /**
   * The migrations that the database has, read without opening it: nothing is written or created. None where there is no database.
   * @throws DATABASE_NOT_OPENED when it cannot be reached or read
   */
  migrations(): Promise<readonly AppliedMigration[]>;
}

/** What a database says of the files of one table. */
export interface TableIntegrity {
  /** Name of the table. */
  readonly table: string;
  /** What it complains of; empty when the table is sound. */
  readonly problems: readonly string[];
}

/** Caller, limits and durability of a write transaction. */
export interface WriteOptions {
  /** Callers are served in turn. Default: the program itself. */
  readonly caller?: string | undefined;
  /** Longest wait in milliseconds for a turn and for locks; then BUSY. Default: no limit. */
  readonly waitMs?: number | undefined;
  /** Longest time in milliseconds that it may hold locks, excluding lock waits; then `TimeIsUp`. Default: no limit. */
  readonly timeoutMs?: number | undefined;
  /** Cancels the transaction at its next statement, or when it gets its turn. */
  readonly signal?: AbortSignal | undefined;
  /** Whether it may take long: it never shares a commit with others. */
  readonly alone?: boolean | undefined;
  /** Receives the time in milliseconds that it held locks, without the waits for them. */
  readonly onHeld?: ((ms: number) => void) | undefined;
  /**
   * `power`, unless set: it outlives a machine that loses its power. `process`: it outlives the end of any process, and may
   * be lost with the power, together with whatever was committed after it in the same way; for what is done again then.
   * A storage that knows no difference keeps all as `power`.
   */
  readonly outlives?: "power" | "process" | undefined;
}

/** An open database. */
export interface OpenStorage {
  /** The SQL that it speaks. */
  readonly dialect: DialectName;
  /** How texts are searched. */
  readonly text: TextSearch;
  /** True in a read-only inventory; set by the host, not by the storage. Then {@link OpenStorage.write} throws READ_ONLY. */
  readonly isReadOnly?: boolean;
  /** Committed data, never waiting for a writer (but see {@link StorageCapabilities.oneSession}). */
  readonly read: Queries;
  /**
   * Runs `work` in one transaction and commits it; rolls back when it throws. `work` may run again when the
   * database asks for a retry (busy, serialization failure, deadlock), so it has no effect outside the transaction.
   * @throws READ_ONLY when it was opened so; UNAVAILABLE when the database is read-only, full or gone; BUSY after `waitMs`; `TimeIsUp`
   * after `timeoutMs`; the reason of the signal
   */
  write<T>(work: (transaction: Transaction) => Promise<T>, options?: WriteOptions): Promise<T>;
  /**
   * The rows of a list in order, in pages, from one snapshot, with a turn of the event loop between pages. A reader that
   * pauses keeps neither the snapshot nor anything that others need: the rest is read and kept for it.
   * Ends with an error when it takes longer than the storage allows, there is no room for what is kept, or `signal` aborts.
   */
  pages<Row>(sql: string, params?: readonly SqlValue[], signal?: AbortSignal): AsyncIterable<readonly Row[]>;
  /**
   * Transaction number below which no transaction is open: events of smaller numbers are all there. Storages that
   * commit in the order of their sequence answer `ABOVE_ALL_EVENTS`.
   */
  eventHorizon(): Promise<bigint>;
  /**
   * Resolves when all that could be read until now outlives the power, where something can be read sooner: events are told of after that.
   * @throws UNAVAILABLE when the disk did not take it
   */
  durable?(): Promise<void>;
  /** What has held back committed events for longer than a minute, if anything; not every storage has transactions that can. */
  eventHold?(): Promise<EventHold | undefined>;
  /** Asks the database whether its own files are sound, table by table, with what it complains of; not every database can tell. */
  integrity?(): AsyncIterable<TableIntegrity>;
  /**
   * Tells whether what is announced under a name has changed; not every storage can. Asks for nothing until its first use.
   */
  revision?(name: string): Revision;
  /** What it counted; not every storage counts. Asks the database nothing. */
  statistics?(): StorageStatistics;
  /** The migrations that the database has, in no order; not every storage can tell. @throws UNAVAILABLE */
  migrations?(): Promise<readonly AppliedMigration[]>;
  /** @throws UNAVAILABLE when the database does not answer */
  ping(): Promise<void>;
  /** Refuses whatever comes from now on with UNAVAILABLE, waits a few seconds at most for what is running, and ends what is left. */
  close(): Promise<void>;
}
