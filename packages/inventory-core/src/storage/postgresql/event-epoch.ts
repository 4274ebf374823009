import type { Logger } from "../../contract/logger.ts";
import type { MigrationTransaction } from "../../contract/storage/storage.ts";
import { compareCursors, type Cursor, cursorOf, OLDEST, textOfCursor } from "../../events/feed/cursor.ts";
import { addGap, PURGED } from "../../events/feed/event-gaps.ts";
import { EPOCH_SIZE } from "./event-horizon.ts";
import { TAKE_MIGRATION_LOCK } from "./start/server-facts.ts";

/** What the database says of where its numbers are from. */
interface Recorded {
  readonly epoch: bigint;
  readonly cluster: string;
}

/** What is the same as long as transaction numbers go up and nothing is taken back: server, database, timeline. */
const CLUSTER_PARTS = [
  { needs: ["pg_control_system()"], sql: "(select system_identifier::text from pg_control_system())" },
  { needs: [], sql: "(select oid::text from pg_database where datname = current_database())" },
  // A timeline begins when a standby is promoted, and with a recovery to a point in time: either may have lost commits.
  { needs: ["pg_current_wal_lsn()", "pg_walfile_name(pg_lsn)"], sql: "substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)" },
] as const;

const RECORDED = `select substring(comment from '^epoch ([0-9]{1,5}) ') as epoch,
  substring(comment from '^epoch [0-9]{1,5} of cluster ([^ ]+)') as cluster
  from (select col_description(attrelid, attnum) as comment from pg_attribute where attrelid = to_regclass('event')
    and attname = 'txid') c`;

/**
 * Begins a new epoch of the event log when the database is not where it was: restored into another server or under another
 * name, recovered to an earlier point, or its transaction numbers went back. The epoch is the upper part of the numbers
 * that events carry, so every place of the log, stored or with a client, stays comparable, and all that comes is after all
 * that was. Places that the log had before it was taken back become a gap ({@link addGap}). Writers go on meanwhile, and are
 * waited for only where a new epoch begins. Decision 0035.
 */
export async function renewEventEpoch(transaction: MigrationTransaction, logger: Logger): Promise<void> {
  const log = await transaction.get<{ there: boolean }>(
    "select to_regclass('event') is not null and to_regclass('setting') is not null as there",
  );
  if (log?.there !== true) return;
  // Ahead of all that is read of the table: two that both begin an epoch would wait for each other.
  await transaction.all(TAKE_MIGRATION_LOCK);
  const recorded = await recordedEpoch(transaction);
  const cluster = await clusterOf(transaction);
  await mendPurged(transaction);
  // In this order: the number of an event that is committed between the two is below the next one, and not beyond it.
  const seen = await lastPlace(transaction);
  const next = BigInt((await transaction.get<{ next: string }>("select pg_snapshot_xmax(pg_current_snapshot())::text as next"))?.next ?? 0);
  const known = seen.txid / EPOCH_SIZE;
  const epoch = recorded?.epoch ?? known;
  const wentBack = known > epoch || (known === epoch && seen.txid % EPOCH_SIZE >= next);
  // A database of an earlier version has no record: it goes on as it is, unless its numbers tell otherwise.
  const moved = recorded !== undefined && recorded.cluster !== cluster;
  if (!moved && !wentBack) {
    if (recorded === undefined) await record(transaction, { epoch, cluster });
    return;
  }
  // What is committed until the new epoch holds is there, and belongs before the gap.
  await transaction.run("lock table event in access exclusive mode");
  const last = await lastPlace(transaction);
  const begun = (known > epoch ? known : epoch) + 1n;
  await record(transaction, { epoch: begun, cluster });
  await addGap(transaction, { after: textOfCursor(last), before: textOfCursor({ txid: begun * EPOCH_SIZE, seq: 0 }) });
  logger.info("the database has moved, or was taken back: a new epoch of the event log begins", {
    epoch: Number(begun),
    after: textOfCursor(last),
  });
}

async function recordedEpoch(transaction: MigrationTransaction): Promise<Recorded | undefined> {
  const row = await transaction.get<{ epoch: string | null; cluster: string | null }>(RECORDED);
  return row === undefined || row.epoch === null || row.cluster === null ? undefined : { epoch: BigInt(row.epoch), cluster: row.cluster };
}

async function clusterOf(transaction: MigrationTransaction): Promise<string> {
  const parts: string[] = [];
  for (const { needs, sql } of CLUSTER_PARTS) {
    // A function that one may not call fails the whole transaction: ask before.
    const may = await transaction.get<{ may: boolean }>(
      "select coalesce(bool_and(coalesce(has_function_privilege(to_regprocedure(k.value), 'execute'), false)), true) as may from list(?) k",
      [needs],
    );
    parts.push(may?.may === true ? ((await transaction.get<{ part: string }>(`select ${sql} as part`))?.part ?? "-") : "-");
  }
  return parts.join("/");
}

/** The last place that the log has given, as far as the database knows. */
async function lastPlace(transaction: MigrationTransaction): Promise<Cursor> {
  const row = await transaction.get<{ txid: string; seq: string }>(
    "select txid::text as txid, seq::text as seq from event order by event.txid desc, event.seq desc limit 1",
  );
  const purged = await transaction.get<{ value: string }>("select value from setting where name = ?", [PURGED]);
  const places = [
    cursorOf(OLDEST),
    ...(row === undefined ? [] : [{ txid: BigInt(row.txid), seq: Number(row.seq) }]),
    ...(purged === undefined ? [] : [cursorOf(purged.value)]),
  ];
  return places.reduce((one, other) => (compareCursors(one, other) < 0 ? other : one));
}

/**
 * Events may have had their numbers taken away by hand, as the guide of earlier versions said. A mark of what was purged
 * that still carries one would refuse them for ever: it is put before them.
 */
async function mendPurged(transaction: MigrationTransaction): Promise<void> {
  const row = await transaction.get<{ first: string | null }>("select min(seq)::text as first from event where txid = 0");
  if (row === undefined || row.first === null) return;
  await transaction.run("update setting set value = ? where name = ? and value not like '0-%'", [
    textOfCursor({ txid: 0, seq: Number(row.first) - 1 }),
    PURGED,
  ]);
}

/** Writes an epoch where dumps take it along: as the default of the column and its comment. */
async function record(transaction: MigrationTransaction, { epoch, cluster }: Recorded): Promise<void> {
  if (epoch > 0n)
    await transaction.run(`alter table event alter column txid set default (pg_current_xact_id()::text::bigint + ${epoch * EPOCH_SIZE})`);
  await transaction.run(
    `comment on column event.txid is 'epoch ${epoch} of cluster ${cluster.replaceAll(/[^0-9A-Za-z/-]/g, "")} (the default adds it; ` +
      `decision 0035)'`,
  );
}
