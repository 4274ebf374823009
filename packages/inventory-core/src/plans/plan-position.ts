import type { Queries } from "../contract/storage/storage.ts";
import { ENGINE_VERSION } from "../version.ts";

/** What may change what a plan does, at some moment: where it is the same later, and nothing has lapsed, nothing has changed. */
export interface PlanPosition {
  /**
   * Version of the program, which may show more of a record than another; number of the last event that is not of plans; number of the
   * oldest audit row, by which changes are taken back; last time until which an address is passed over.
   */
  readonly at: string;
  /** When the first hold, quarantine or sighting lapses; null where none does. */
  readonly lapses: string | null;
}

interface PositionRow {
  readonly seq: number | string | null;
  readonly audited: number | string | null;
  readonly passed_until: string | null;
  readonly hold_ends: string | null;
  readonly passed_ends: string | null;
}

/**
 * Reads the position by index look-ups. Whoever changes what plans show has a shared lock on the topology, and so gets a higher number
 * than what a rehearsal read under the exclusive one.
 */
export async function planPosition(queries: Queries, now: string): Promise<PlanPosition> {
  const row = await queries.get<PositionRow>(
    `select (select seq from event where event not like 'plan.%' order by seq desc limit 1) as seq,
       (select min(seq) from audit) as audited,
       (select max(until_at) from passed_address) as passed_until,
       (select min(expires_at) from allocation where expires_at > ?) as hold_ends,
       (select min(until_at) from passed_address where until_at > ?) as passed_ends`,
    [now, now],
  );
  const ends = [row?.hold_ends, row?.passed_ends].filter((end) => typeof end === "string");
  return { at: [ENGINE_VERSION, row?.seq, row?.audited, row?.passed_until].join("/"), lapses: ends.toSorted()[0] ?? null };
}

/** Whether nothing has changed between two positions. @param now time of the second */
export const isSamePosition = (before: PlanPosition, after: PlanPosition, now: string): boolean =>
  before.at === after.at && (before.lapses === null || before.lapses > now);
