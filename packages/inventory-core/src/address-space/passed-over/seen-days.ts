import type { Queries, Transaction } from "../../contract/storage/storage.ts";

/** Days for which an address is passed over after a host was seen there, unless set (ALLOCATION_SEEN_DAYS). */
export const DEFAULT_SEEN_DAYS = 7;

/** Most days that may be set. */
export const MAX_SEEN_DAYS = 365;

const SETTING = "allocation.seen";
const DAY_MS = 86_400_000;

/** What hosts of a database agreed on. */
interface Stored {
  readonly days: number;
  /** Whether all that was seen before is marked accordingly. */
  readonly isMarked: boolean;
}

/** What is stored; undefined before the first host started. */
export async function storedSeenDays(queries: Queries): Promise<Stored | undefined> {
  const row = await queries.get<{ value: string }>("select value from setting where name = ?", [SETTING]);
  return row === undefined ? undefined : (JSON.parse(row.value) as Stored);
}

export async function storeSeenDays(transaction: Transaction, stored: Stored): Promise<void> {
  await transaction.exec("insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value", [
    SETTING,
    JSON.stringify(stored),
  ]);
}

/** Days for which an address where a host was seen is passed over; 0 is off. */
export async function seenDays(queries: Queries): Promise<number> {
  return (await storedSeenDays(queries))?.days ?? DEFAULT_SEEN_DAYS;
}

/** Until when an address is passed over that was seen at a time. */
export const seenUntil = (lastSeen: string, days: number): string => new Date(Date.parse(lastSeen) + days * DAY_MS).toISOString();
