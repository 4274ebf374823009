import Database from "better-sqlite3";

const BUSY_MS = 500;

const NUMBERS_LEFT_OUT = 2 ** 32;

/** A database file that no other handle has open, and none can open until it is let go. */
export interface SqliteAlone extends Disposable {
  /** The numbers that sequences gave last, by table. */
  readonly lastNumbers: ReadonlyMap<string, bigint>;
}

/**
 * Takes a database file for oneself and folds its log into it, so that the file alone is the whole database.
 * @returns undefined when another process has it open
 * @throws SqliteError when it is no database, or is damaged
 */
export function takeSqlite(file: string): SqliteAlone | undefined {
  const database = new Database(file, { fileMustExist: true, timeout: BUSY_MS });
  try {
    // In exclusive mode the lock is kept, and every handle that is open, even an idle one, stands against it.
    database.pragma("locking_mode = EXCLUSIVE");
    database.exec("begin exclusive; commit");
    // Leaves the log's mode, and no journal beside the file that would have to go when the handle does.
    database.pragma("journal_mode = MEMORY");
    database.exec("begin exclusive; commit");
    return { lastNumbers: lastNumbersOf(database), [Symbol.dispose]: () => void database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return undefined;
    throw error;
  }
}

/**
 * Runs statements on a database file that nobody else uses, and sets its sequences so that no number is given twice: where
 * nobody knows which numbers of events another copy has given, it leaves 2^32 of them out.
 * @throws SqliteError
 */
export function amendSqlite(file: string, statements: readonly string[], lastNumbers: ReadonlyMap<string, bigint>): void {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.transaction(() => {
      for (const statement of statements) database.exec(statement);
      if (!lastNumbers.has("event")) leaveNumbersOut(database);
      for (const [table, number] of lastNumbers) {
        const { changes } = database.prepare("update sqlite_sequence set seq = max(seq, ?) where name = ?").run(number, table);
        const known = database.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(table) !== undefined;
        if (changes === 0 && known) database.prepare("insert into sqlite_sequence (name, seq) values (?, ?)").run(table, number);
      }
    })();
  } finally {
    database.close();
  }
}

/** The numbers up to the next multiple of 2^32 are a gap of the event log (`events/event-gaps.ts`). Decision 0035. */
function leaveNumbersOut(database: Database.Database): void {
  const tables = database
    .prepare("select count(*) from sqlite_schema where type = 'table' and name in ('event', 'setting', 'sqlite_sequence')")
    .pluck()
    .get();
  if (tables !== 3) return;
  const last = database.prepare("select seq from sqlite_sequence where name = 'event'").pluck().get() as number | undefined;
  if (last === undefined) return;
  const next = (Math.floor(last / NUMBERS_LEFT_OUT) + 1) * NUMBERS_LEFT_OUT;
  const gap = JSON.stringify({ after: `0-${last}`, before: `0-${next}` });
  database
    .prepare(
      "insert into setting (name, value) values ('events.gaps', json_array(json(?))) on conflict (name) do update set value = " +
        "json_insert(value, '$[#]', json(?))",
    )
    .run(gap, gap);
  database.prepare("update sqlite_sequence set seq = ? where name = 'event'").run(next);
}

function lastNumbersOf(database: Database.Database): ReadonlyMap<string, bigint> {
  if (database.prepare("select 1 from sqlite_schema where name = 'sqlite_sequence'").get() === undefined) return new Map();
  const rows = database.prepare("select name, seq from sqlite_sequence").safeIntegers().all() as {
    readonly name: string;
    readonly seq: bigint;
  }[];
  return new Map(rows.map(({ name, seq }) => [name, seq]));
}
