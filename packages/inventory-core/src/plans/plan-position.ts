import { ABOVE_ALL_EVENTS } from "../contract/storage/event.ts";
import type { OpenStorage, Queries } from "../contract/storage/storage.ts";
import { ENGINE_VERSION } from "../version.ts";

/** State of the inventory at a rehearsal. A plan has the same effects as long as it does not change. */
export interface PlanPosition {
  /** Engine version, newest inventory event, oldest audit row and newest sighting, joined by `/`. */
  readonly at: string;
  /** Transaction number below which every event was committed (`eventHorizon`). */
  readonly horizon: string;
  /** Number of committed inventory events at or above the horizon: a transaction that was open adds to it when it commits. */
  readonly above: number;
  /** Time at which the first hold, quarantine or sighting expires; null if none does. */
  readonly expires: string | null;
}

interface PositionRow {
  readonly seq: number | string | null;
  readonly audited: number | string | null;
  readonly seen_until: string | null;
  readonly hold_expires: string | null;
  readonly passed_expires: string | null;
}

const ABOVE_ALL = String(ABOVE_ALL_EVENTS);

/** Inventory events: rehearsals ignore events of plans. */
const INVENTORY_EVENT = "event not like 'plan.%'";

/**
 * Reads the position by index lookups.
 * @param now ISO 8601 time
 * @param horizon read before
 */
export async function readPosition(queries: Queries, now: string, horizon: string): Promise<PlanPosition> {
  const row = await queries.get<PositionRow>(
    `select (select seq from event where ${INVENTORY_EVENT} order by seq desc limit 1) as seq,
       (select min(seq) from audit) as audited,
       (select until_at from passed_address where reason = 'seen' order by until_at desc limit 1) as seen_until,
       (select min(expires_at) from allocation where expires_at > ?) as hold_expires,
       (select min(until_at) from passed_address where until_at > ?) as passed_expires`,
    [now, now],
  );
  const ends = [row?.hold_expires, row?.passed_expires].filter((end) => typeof end === "string");
  return {
    at: [ENGINE_VERSION, row?.seq, row?.audited, row?.seen_until].join("/"),
    horizon,
    above: await eventsAbove(queries, horizon),
    expires: ends.toSorted()[0] ?? null,
  };
}

/** {@link readPosition} of committed data. */
export async function currentPosition(storage: Pick<OpenStorage, "eventHorizon" | "read">, now: string): Promise<PlanPosition> {
  return await readPosition(storage.read, now, String(await storage.eventHorizon()));
}

/** Whether the inventory is the same at two positions. @param now time of the second */
export async function isSamePosition(queries: Queries, before: PlanPosition, after: PlanPosition, now: string): Promise<boolean> {
  if (before.at !== after.at || (before.expires !== null && before.expires <= now)) return false;
  return (await eventsAbove(queries, before.horizon)) === before.above;
}

async function eventsAbove(queries: Queries, horizon: string): Promise<number> {
  if (horizon === ABOVE_ALL) return 0;
  const row = await queries.get<{ count: number | string }>(`select count(*) as count from event where txid >= ? and ${INVENTORY_EVENT}`, [
    horizon,
  ]);
  return Number(row?.count);
}
