import type { AddressKey } from "../../address/address-key.ts";
import { PASSED_REASONS } from "../../address-space/passed-over/passed-address.entity.ts";
import { reservedIn } from "../../address-space/reserved-addresses.ts";
import type { OpenStorage, SqlValue } from "../../contract/storage/storage.ts";
import type { HeatmapSpan } from "./heatmap-span.ts";

/**
 * What a row is. A run of addresses that are taken (`taken`), taken or in quarantine (`quarantined`), or taken or passed over at all
 * (`seen`); or one address: reserved, of the kind that is counted by itself (`single`), or passed over until a while ago, whether its run
 * has been brought in line or not: `ended` in quarantine, `over` for any reason.
 */
export type BlockRowKind = "taken" | "quarantined" | "seen" | "single" | "reserved" | "ended" | "over";

export interface BlockRow {
  readonly lo: AddressKey;
  readonly hi: AddressKey;
  readonly kind: BlockRowKind;
}

/** Which kind is counted one by one. */
export type Single = "used" | "held";

/** Rows that are asked for at once; only a range in more pieces is read through a list. */
const MAX_AT_ONCE = 512;

interface Query {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Runs of a table that reach into a range. @param only a condition on its rows, of alias `r` */
function runsIn(table: string, kind: BlockRowKind, only: string, { space, start_key: start, end_key: end }: HeatmapSpan): Query {
  return {
    sql: `select r.lo, r.hi, '${kind}' as kind from ${table} r where r.space = ?${only} and r.lo <= ?
      and r.lo >= coalesce((select max(r.lo) from ${table} r where r.space = ?${only} and r.lo <= ?), ?)`,
    params: [space, end, space, start, start],
  };
}

/**
 * Runs say how many addresses of a block are taken, however many they are; of used and held ones only the fewer are
 * counted one by one, and the others are what is left. An address may be used twice, and held twice since a space that
 * went joined another.
 */
function singlesIn(single: Single, { space, start_key: start, end_key: end }: HeatmapSpan): Query {
  const sql =
    single === "held"
      ? `select distinct h.ip_key, h.ip_key, 'single' from allocation h where h.space = ? and h.ip_key >= ? and h.ip_key <= ?
           and h.status = 'held' and not exists (select 1 from address a where a.space = h.space and a.ip_key = h.ip_key)`
      : "select distinct a.ip_key, a.ip_key, 'single' from address a where a.space = ? and a.ip_key >= ? and a.ip_key <= ?";
  return { sql, params: [space, start, end] };
}

/**
 * Addresses whose time is over: those of the last minute, as the upkeep takes them out. They are found by their time, not by their range,
 * in which many more may be: hence the expressions, which no other index serves.
 */
function endedIn({ space, start_key: start, end_key: end }: HeatmapSpan, now: string): Query {
  const ended = `from passed_address p where p.until_at <= ? and p.space + 0 = ? and p.ip_key || '' >= ? and p.ip_key || '' <= ?`;
  return {
    sql: `select p.ip_key, p.ip_key, 'ended' ${ended} and p.reason = 'quarantined'
      union all select distinct p.ip_key, p.ip_key, 'over' ${ended}
        and not exists (select 1 from passed_address o where o.space = p.space and o.ip_key = p.ip_key and o.until_at > ?)`,
    params: [now, space, start, end, now, space, start, end, now],
  };
}

function reservedRows({ space, start_key: start, end_key: end }: HeatmapSpan): Query {
  const sql = `select r.ip_key, r.ip_key, 'reserved' from (${reservedIn("?", "?", "?")}) r`;
  return { sql, params: [space, start, end, space, start, end] };
}

function queryOf(span: HeatmapSpan, single: Single, now: string): Query {
  const parts = [
    runsIn("taken_run", "taken", "", span),
    reservedRows(span),
    ...(span.used_count === 0 || span.held_count === 0 ? [] : [singlesIn(single, span)]),
    ...(span.has_passed ? PASSED_REASONS.map((reason) => runsIn("passed_run", reason, ` and r.reason = '${reason}'`, span)) : []),
    ...(span.has_passed ? [endedIn(span, now)] : []),
  ];
  return { sql: parts.map(({ sql }) => sql).join(" union all "), params: parts.flatMap(({ params }) => params) };
}

/** Runs before addresses, and those that take in others before these. */
const ORDER = "order by lo, case kind when 'seen' then 0 when 'quarantined' then 1 when 'taken' then 2 when 'reserved' then 3 else 4 end";

/** What the blocks of a range are counted from, in order. @param now ISO 8601 UTC with milliseconds */
export async function* blockRows(
  storage: OpenStorage,
  span: HeatmapSpan,
  single: Single,
  now: string,
  signal?: AbortSignal,
): AsyncGenerator<readonly BlockRow[]> {
  const { sql, params } = queryOf(span, single, now);
  const ordered = `select lo, hi, kind from (${sql}) b ${ORDER}`;
  const rows = await storage.read.all<BlockRow>(`${ordered} limit ${MAX_AT_ONCE + 1}`, [...params]);
  if (rows.length <= MAX_AT_ONCE) yield rows;
  else yield* storage.pages<BlockRow>(ordered, [...params], signal);
}
