import { isTurnOver, nextTurn } from "@cadastre/inventory-core/scanning";
import type { Lease, LeaseEntry } from "../lease.ts";

/** Leases in force that one source may have: they are held while it is read. */
export const MAX_LEASES = 100_000;

/** Entries of one source that are read, of leases that are over as well. A lease file of the greatest size has fewer. */
export const MAX_ENTRIES = 5_000_000;

/** What a source has. */
export interface Reading {
  /** Leases that are in force, by address. */
  readonly leases: ReadonlyMap<string, Lease>;
  /** Entries that could not be read. */
  readonly unread: number;
}

/**
 * Goes through the entries of a source: the last of an address counts.
 * @param now ISO 8601 time
 * @throws Error with a sentence for more than 100,000 leases in force or 5,000,000 entries, and where no entry can be read
 */
export async function collectLeases(entries: AsyncIterable<LeaseEntry | undefined>, now: string): Promise<Reading> {
  const leases = new Map<string, Lease>();
  let unread = 0;
  let read = 0;
  for await (const entry of entries) {
    if (isTurnOver()) await nextTurn();
    if (read + unread === MAX_ENTRIES)
      throw new Error(`There are more than ${MAX_ENTRIES} entries: remove leases that ended long ago, or check the source.`);
    if (entry === undefined) {
      unread += 1;
      continue;
    }
    read += 1;
    const { isHeld, ...lease } = entry;
    if (isHeld && (lease.expiresAt === null || lease.expiresAt > now)) leases.set(lease.ip, lease);
    else leases.delete(lease.ip);
    if (leases.size > MAX_LEASES) throw new Error(`There are more than ${MAX_LEASES} leases in force.`);
  }
  if (read === 0 && unread > 0) throw new Error("No entry of it can be read: is the type of the source right?");
  return { leases, unread };
}
