/** Transaction numbers of one epoch of the event log; see `event-epoch.ts`. */
export const EPOCH_SIZE = 2n ** 48n;

/** Longest time, in seconds, that an older transaction may hold events back before it is told. */
const MAX_HELD_SECONDS = 60;

/**
 * SQL: the whole number (64 bits) of a transaction of which a session shows the lower 32 bits. It is the one nearest to
 * `next`, the number that the server gives next: open transactions lie less than 2^31 before it, and one that began after
 * the snapshot lies at it or a little past.
 *
 * @param next SQL of a bigint
 * @param xid SQL of a bigint, the lower 32 bits
 */
export const wholeTransactionId = (next: string, xid: string): string =>
  `(${next} - (((${next} - ${xid} + 2147483648) & 4294967295) - 2147483648))`;

/**
 * SQL: the number below which no transaction is open, and never above the `next` of the snapshot: a session may have got
 * its number after the snapshot was taken.
 *
 * @param next SQL of a bigint, `pg_snapshot_xmax`
 * @param xids SQL of a relation with a column `xid` (bigint, the lower 32 bits, null for sessions without a number)
 */
export const lowestOpen = (next: string, xids: string): string =>
  `least(${next}, (select min(${wholeTransactionId(next, "xid")}) from ${xids} where xid is not null))`;

/** The epoch that new events are written in; 0 where nobody has set one, or there is no event log. */
const EPOCH = `coalesce((select substring(col_description(attrelid, attnum) from '^epoch ([0-9]{1,5}) ')::bigint from pg_attribute
  where attrelid = to_regclass('event') and attname = 'txid'), 0)`;

/**
 * The lowest transaction number that is open in this database. `pg_snapshot_xmin` alone would wait for transactions of
 * other databases of the server too. The snapshot is taken before the sessions are looked at, so a number below its xmax
 * that no session has is finished. Sessions of other roles hide their numbers: then xmin has to do. Autovacuum, which has no role,
 * writes no events.
 */
const AT = `
  with at as (select pg_snapshot_xmin(s)::text::bigint as lowest, pg_snapshot_xmax(s)::text::bigint as next from pg_current_snapshot() s),
  session as (select pid, backend_xid::text::bigint as xid, query = '<insufficient privilege>' as hidden, application_name as application,
    usename as role, state, xact_start
    from pg_stat_activity where datname = current_database() and usesysid is not null),
  horizon as (select ${EPOCH} * ${EPOCH_SIZE} as base,
    case when coalesce((select bool_or(hidden) from session), false) then at.lowest else ${lowestOpen("at.next", "session")} end as number
      from at)`;

export const EVENT_HORIZON = `${AT} select (base + number)::text as horizon from horizon`;

/**
 * Who holds back committed events, and for how long: one row when somebody does, the open transaction of this database
 * with the lowest number. It may be hidden, or of another database: then its pid is null.
 */
export const EVENT_HOLD = `${AT}
  select coalesce(h.seconds, extract(epoch from clock_timestamp() - oldest::timestamptz))::float8 as seconds, h.pid, h.application, h.role,
    h.state from horizon
  join lateral (select min(occurred_at) as oldest from (select occurred_at from event where txid >= base + number
    order by txid limit 100) e) waiting on waiting.oldest is not null
  left join lateral (
    select extract(epoch from clock_timestamp() - s.xact_start) as seconds, s.pid, s.application, s.role, s.state from session s, at
    where s.xid is not null and s.pid <> pg_backend_pid() order by ${wholeTransactionId("at.next", "s.xid")} limit 1) h on true
  where coalesce(h.seconds, extract(epoch from clock_timestamp() - oldest::timestamptz)) > ${MAX_HELD_SECONDS}`;

/** A row of {@link EVENT_HOLD}. */
export interface EventHoldRow {
  readonly seconds: number;
  readonly pid: number | null;
  readonly application: string | null;
  readonly role: string | null;
  readonly state: string | null;
}

/** `process 4711 ("psql", role "ada", idle in transaction)`. */
export function holderText({ pid, application, role, state }: EventHoldRow): string {
  if (pid === null) return "a transaction that this role may not see, or a prepared one";
  const parts = [application ? JSON.stringify(application) : "", role === null ? "" : `role ${JSON.stringify(role)}`, state ?? ""].filter(
    (part) => part !== "",
  );
  return `process ${pid}${parts.length === 0 ? "" : ` (${parts.join(", ")})`}`;
}
