import type { Check } from "./check.ts";
import { rowCheck } from "./row-check.ts";

/** A row is a count of all addresses in its range, so a slice is short. */
const SLICE_COUNTED = 50;

/** Distinct addresses that devices hold, by network. */
export const networkCounterCheck: Check = rowCheck({
  name: "network-counters",
  table: "network",
  limit: SLICE_COUNTED,
  rows: async (queries, after, limit) => {
    const rows = await queries.all<{ id: string; used_count: number; used: number }>(
      `select n.id, n.used_count,
         (select count(distinct a.ip_key) from address a where a.space = n.space and a.ip_key between n.first_key and n.last_key) as used
       from network n where n.id > ? order by n.id limit ?`,
      [after, limit],
    );
    return rows.map(({ id, used_count, used }) => ({ id, stored: { used_count }, expected: { used_count: used } }));
  },
});

/** Distinct addresses that devices hold, and those that allocations alone hold, by pool. */
export const poolCounterCheck: Check = rowCheck({
  name: "pool-counters",
  table: "pool",
  limit: SLICE_COUNTED,
  rows: async (queries, after, limit) => {
    const rows = await queries.all<{ id: string; used_count: number; held_count: number; used: number; held: number }>(
      `select p.id, p.used_count, p.held_count,
         (select count(distinct a.ip_key) from address a where a.space = n.space and a.ip_key between p.start_key and p.end_key) as used,
         (select count(distinct h.ip_key) from allocation h
           where h.space = n.space and h.ip_key between p.start_key and p.end_key and h.status = 'held'
             and not exists (select 1 from address a where a.space = h.space and a.ip_key = h.ip_key)) as held
       from pool p join network n on n.id = p.network_id where p.id > ? order by p.id limit ?`,
      [after, limit],
    );
    return rows.map(({ id, used_count, held_count, used, held }) => ({
      id,
      stored: { used_count, held_count },
      expected: { used_count: used, held_count: held },
    }));
  },
});
