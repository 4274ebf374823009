import type { AppliedMigration, SqlValue } from "../../contract/storage/storage.ts";
import { PostgresqlOrmDriver } from "../orm-drivers.ts";
import { MigrationRun } from "../opening/run-migrations.ts";
import { renewEventEpoch } from "../postgresql/event-epoch.ts";
import { EVENT_HOLD, EVENT_HORIZON, type EventHoldRow, holderText } from "../postgresql/event-horizon.ts";
import { firstRowsSql, onlyRows, rowsToFetch } from "../postgresql/fetched-rows.ts";
import { isRetryable, isTableInUse, postgresqlUnavailable, violationOf } from "../postgresql/postgresql-failures.ts";
import { lockStatement } from "../postgresql/postgresql-locks.ts";
import { toParameters, toPostgresqlSql, updateStatement } from "../postgresql/postgresql-sql.ts";
import { APPLIED_MIGRATIONS, prepareDatabase } from "../postgresql/start/prepare-database.ts";
import { serverFacts } from "../postgresql/start/server-facts.ts";
import { postgresqlTextSearch } from "../postgresql/text-search.ts";
import type { SessionValue } from "./session.ts";
import type { ListSource, SessionDialect } from "./session-dialect.ts";

const translate = (sql: string, params?: readonly SqlValue[]): { sql: string; params: readonly SessionValue[] } => ({
  sql: toPostgresqlSql(sql),
  params: toParameters(params) as SessionValue[],
});

/** PostgreSQL for sessions. */
export const postgresqlSessions: SessionDialect = {
  name: "postgresql",
  text: postgresqlTextSearch,
  setUp: [],
  // As the other storage begins its transactions: what another one committed is seen once its lock is had.
  begin: "begin isolation level read committed not deferrable",
  // Their rows are put aside: none of them keeps a session or a snapshot.
  lists: 64,
  failsWhole: true,
  translate,
  lock: lockStatement,
  *updates(table, key, columns, rows) {
    if (rows.length === 0) return;
    const lists = [key, ...columns].map((_, index) => rows.map((row) => row[index] ?? null));
    yield { sql: updateStatement(table, key, columns), params: lists as unknown as readonly SqlValue[] };
  },
  isTransient: (error) => isRetryable(error) || isTableInUse(error),
  violationOf,
  unavailable: postgresqlUnavailable,
  openFailure(name, error) {
    const problem = postgresqlUnavailable(error);
    return problem === undefined ? undefined : { problem: `${problem} (${name})`, advice: "mend that, and start again" };
  },
  async prepare({ write }, open) {
    const run = new MigrationRun(open);
    await run.complete(async () => await write(async (transaction) => await prepareDatabase(transaction, open, run)));
    await write(async (transaction) => await renewEventEpoch(transaction, open.logger));
  },
  migrations: async (queries) => ((await serverFacts(queries)).is_set_up ? await queries.all<AppliedMigration>(APPLIED_MIGRATIONS) : []),
  horizon: async (queries) => BigInt((await queries.get<{ horizon: string }>(EVENT_HORIZON))?.horizon ?? 0),
  async eventHold(queries) {
    const row = await queries.get<EventHoldRow>(EVENT_HOLD);
    return row === undefined ? undefined : { seconds: row.seconds, by: holderText(row) };
  },
  pages,
  ormDriver: PostgresqlOrmDriver,
};

let lists = 0;

/**
 * Pages by a cursor that outlives its transaction: the server has put the rows aside, so that the session is free between two pages,
 * and what it commits or takes back meanwhile does not matter.
 */
async function* pages<Row>(source: ListSource, sql: string, params: readonly SqlValue[]): AsyncGenerator<readonly Row[]> {
  const statement = translate(sql, params);
  // Most lists fit one page, and one statement is a snapshot by itself.
  const first = await source.onReader(async (session) => await session.query(firstRowsSql(statement.sql), statement.params));
  const only = onlyRows<Row>(first.rows);
  if (only !== undefined) {
    if (only.length > 0) yield only;
    return;
  }
  const name = `cadastre_list_${(lists += 1)}`;
  await source.onReader(async (session) => await session.query(`declare ${name} cursor with hold for ${statement.sql}`, statement.params));
  try {
    for (let asked = rowsToFetch(first.rows); ;) {
      const { rows } = await source.onReader(async (session) => await session.query(`fetch ${asked} from ${name}`, []));
      if (rows.length > 0) yield rows as Row[];
      if (rows.length < asked) return;
      asked = rowsToFetch(rows);
    }
  } finally {
    await source.onReader(async (session) => await session.query(`close ${name}`, []));
  }
}
