import type { AddressKey } from "../../address/address-key.ts";
import { textOf } from "../../address/ip-address.ts";
import { type Run, runsOfKeys, takeFree, unionRuns } from "../../address/runs.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { Look, Place } from "./lowest-free.ts";
import type { PassedReason } from "./passed-address.entity.ts";

/** Addresses that an answer says were passed over, at most: the lowest ones. */
export const MAX_SKIPPED = 20;

/** An address that is passed over, and why. */
export interface Skipped {
  readonly ip: string;
  readonly reason: PassedReason;
  /** When a host answered there last, where one did. */
  readonly last_seen?: string;
  /** When its quarantine ends, where it is in one. */
  readonly until?: string;
}

interface MarkRow {
  readonly ip_key: AddressKey;
  readonly reason: PassedReason;
  readonly until_at: string;
  readonly last_seen: string | null;
}

/** Why addresses are passed over, those that are. @param keys in the order in which they are told */
export async function reasonsOf(
  queries: Queries,
  space: number,
  keys: readonly AddressKey[],
  look: Look,
): Promise<ReadonlyMap<AddressKey, Skipped>> {
  if (keys.length === 0) return new Map();
  return reasonsIn(
    await queries.all<MarkRow>(
      "select ip_key, reason, until_at, last_seen from passed_address where space = ? and ip_key = any(?) order by ip_key, reason",
      [space, keys],
    ),
    look,
  );
}

/** @param rows by address and reason */
function reasonsIn(rows: readonly MarkRow[], look: Look): ReadonlyMap<AddressKey, Skipped> {
  const skipped = new Map<AddressKey, Skipped>();
  // A quarantine comes first: it is what is to be ended where an address is in both.
  for (const { ip_key: key, reason, until_at: until, last_seen: lastSeen } of rows) {
    if (until <= look.now || (look.over === "quarantined" && reason === "seen")) continue;
    const known = skipped.get(key) ?? { ip: textOf(key), reason };
    skipped.set(key, { ...known, ...(reason === "seen" ? { last_seen: lastSeen ?? "" } : { until }) });
  }
  return skipped;
}

/**
 * The lowest addresses of a range that were passed over.
 * @param given those of the range that were not, in any order
 */
export async function skippedIn(
  queries: Queries,
  place: Place,
  given: readonly AddressKey[],
  look: Look,
): Promise<readonly (Skipped & { readonly key: AddressKey })[]> {
  const own = runsOfKeys(given);
  const first = await firstRows(queries, place);
  if (first.taken.length <= MAX_SKIPPED) {
    const keys = takeFree(unionRuns(first.taken, own), place, MAX_SKIPPED);
    // Marks of recorded addresses may have come before those of the others.
    const hasAll = first.marks.length < MAX_MARKS || (keys.at(-1) ?? "") < (first.marks.at(-1) as MarkRow).ip_key;
    const marks = first.marks.toSorted((a, b) => (a.ip_key + a.reason < b.ip_key + b.reason ? -1 : 1));
    if (hasAll) return told(keys, reasonsIn(marks, look));
  }
  let keys: readonly AddressKey[] = [];
  // Nobody holds what lies between taken addresses, and was not given: it was passed over.
  for (let most = MAX_SKIPPED + 1; ; most *= 8) {
    const taken = await takenRuns(queries, place, most);
    const last = taken.at(-1);
    const within = taken.length < most || last === undefined ? place : { lo: place.lo, hi: last.hi < place.hi ? last.hi : place.hi };
    keys = takeFree(unionRuns(taken, own), within, MAX_SKIPPED);
    if (keys.length === MAX_SKIPPED || taken.length < most) break;
  }
  return told(keys, await reasonsOf(queries, place.space, keys, look));
}

/** Those of some addresses that are passed over, in their order. */
function told(keys: readonly AddressKey[], reasons: ReadonlyMap<AddressKey, Skipped>): (Skipped & { readonly key: AddressKey })[] {
  return keys.flatMap((key) => {
    const skipped = reasons.get(key);
    return skipped === undefined ? [] : [{ ...skipped, key }];
  });
}

/** Marks that are read with the first runs: each address may have two. */
const MAX_MARKS = 2 * MAX_SKIPPED + 2;

const FIRST_ROWS = `
  select * from (select lo as ip_key, hi as until_at, null as reason, null as last_seen from taken_run where space = ? and lo <= ?
    and lo >= coalesce((select max(r.lo) from taken_run r where r.space = ? and r.lo <= ?), ?) order by lo limit ${MAX_SKIPPED + 1}) t
  union all select * from (select ip_key, until_at, reason, last_seen from passed_address where space = ? and ip_key >= ? and ip_key <= ?
    order by ip_key, reason limit ${MAX_MARKS}) m`;

/** The first taken runs and the first marks of a range, each in order: in one statement what is nearly always all that is needed. */
async function firstRows(queries: Queries, { space, lo, hi }: Place) {
  const rows = await queries.all<Omit<MarkRow, "reason"> & { readonly reason: PassedReason | null }>(FIRST_ROWS, [
    space,
    hi,
    space,
    lo,
    lo,
    space,
    lo,
    hi,
  ]);
  return {
    taken: rows.filter(({ reason }) => reason === null).map(({ ip_key, until_at }): Run => ({ lo: ip_key, hi: until_at })),
    marks: rows.filter((row): row is MarkRow => row.reason !== null),
  };
}

async function takenRuns(queries: Queries, { space, lo, hi }: Place, most: number): Promise<readonly Run[]> {
  return await queries.all<Run>(
    `select lo, hi from taken_run where space = ? and lo <= ?
       and lo >= coalesce((select max(r.lo) from taken_run r where r.space = ? and r.lo <= ?), ?) order by lo limit ?`,
    [space, hi, space, lo, lo, most],
  );
}
