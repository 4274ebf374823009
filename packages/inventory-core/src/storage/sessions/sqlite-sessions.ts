import { TURN_BYTES, weighedSlices } from "../../background/in-slices.ts";
import { turnUnderLock } from "../../background/loop-turn.ts";
import { measured } from "../../background/work-meter.ts";
import type { SqlValue } from "../../contract/storage/storage.ts";
import { nextPage } from "../list-reading/next-page.ts";
import { MAX_PAGE_ROWS, sizeOf } from "../list-limits.ts";
import { SqliteOrmDriver } from "../orm-drivers.ts";
import { missingMigrations } from "../opening/migrate.ts";
import { MigrationRun } from "../opening/run-migrations.ts";
import { readMigrations } from "../sqlite/applied-migrations.ts";
import { advanceSqlite } from "../sqlite/migrate-sqlite.ts";
import { holdRules } from "../sqlite/rule-triggers.ts";
import { isBusy, sqliteOpenFailure, sqliteUnavailable, violationOf } from "../sqlite/sqlite-failures.ts";
import { rowUpdates, toSqlite } from "../sqlite/sqlite-sql.ts";
import { sqliteTextSearch } from "../sqlite/text-search/text-search.ts";
import type { Session, SessionValue } from "./session.ts";
import type { ListSource, SessionDialect } from "./session-dialect.ts";

/** SQLite for sessions. */
export const sqliteSessions: SessionDialect = {
  name: "sqlite",
  text: sqliteTextSearch,
  setUp: ["pragma journal_mode = WAL", "pragma synchronous = FULL", "pragma foreign_keys = ON"],
  begin: "begin immediate",
  // Each has a session, and a snapshot that keeps the log from beginning anew.
  lists: 8,
  failsWhole: false,
  translate: toSqlite,
  // BEGIN IMMEDIATE keeps every other writer off.
  lock: () => null,
  updates: rowUpdates,
  isTransient: isBusy,
  violationOf,
  unavailable: sqliteUnavailable,
  openFailure: sqliteOpenFailure,
  async prepare({ read, write }, open) {
    // Looked at without the write lock: those who are at work need not wait where there is nothing to do.
    if (missingMigrations(open, "sqlite", await readMigrations(read)).length > 0) {
      const run = new MigrationRun(open);
      await run.complete(async () => await write(async (transaction) => await advanceSqlite(transaction, open, run)));
    }
    await holdRules(read, write, open.logger);
  },
  migrations: readMigrations,
  // One writer at a time: the order of the sequence is the order of commits.
  horizon: async () => 1n,
  pages,
  ormDriver: SqliteOrmDriver,
};

/** Row by row on a session of the list, or whole where the database has one session. */
async function* pages<Row>(source: ListSource, sql: string, params: readonly SqlValue[]): AsyncGenerator<readonly Row[]> {
  const { sql: text, params: values } = toSqlite(sql, params);
  const session = await source.take();
  if (session === undefined) {
    yield* await source.onReader(async (reader) => await Array.fromAsync(pagesOf<Row>(reader, text, values, turnUnderLock)));
    return;
  }
  let clean = false;
  try {
    yield* pagesOf<Row>(session, text, values);
    clean = true;
  } finally {
    await source.give(session, clean);
  }
}

/** @param pause between two pages, while no page is taken */
async function* pagesOf<Row>(
  session: Session,
  sql: string,
  params: readonly SessionValue[],
  pause?: () => Promise<void>,
): AsyncGenerator<readonly Row[]> {
  if (session.rows === undefined) {
    const { rows } = await session.query(sql, params);
    yield* weighedSlices(rows as Row[], { count: MAX_PAGE_ROWS, weight: TURN_BYTES, weightOf: (row) => sizeOf(row as object) });
    return;
  }
  const rows = session.rows(sql, params) as IterableIterator<Row>;
  for (;;) {
    const { page, done } = measured(() => nextPage(rows));
    if (page.length > 0) yield page;
    if (done) return;
    await pause?.();
  }
}
