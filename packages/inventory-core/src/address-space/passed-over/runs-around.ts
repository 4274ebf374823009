import type { AddressKey } from "../../address/address-key.ts";
import { nextKey } from "../../address/address-key.ts";
import type { Run } from "../../address/runs.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import { PASSED_REASONS, type PassedReason } from "./passed-address.entity.ts";

/** A run of the table with the time at which an address of it may become free. */
export interface PassedRun extends Run {
  readonly until: string;
}

/** An address that is passed over, until when. */
export interface Mark {
  readonly key: AddressKey;
  readonly reason: PassedReason;
  readonly until: string;
}

/** What is there at some addresses, and right beside them. */
export interface Around {
  readonly runs: Readonly<Record<PassedReason, readonly PassedRun[]>>;
  readonly marks: readonly Mark[];
  /** Runs of taken addresses, in order. */
  readonly taken: readonly Run[];
}

interface AroundRow {
  readonly kind: "run" | "mark" | "taken";
  readonly reason: PassedReason;
  readonly lo: AddressKey;
  readonly hi: AddressKey;
  readonly until_at: string;
}

/** Addresses, and those after them: the runs that begin last at or before these are all that hold or touch the addresses. */
const withNext = (keys: readonly AddressKey[]): AddressKey[] => [...new Set(keys.flatMap((key) => [key, nextKey(key) ?? key]))];

/** A cross join, so that SQLite goes from the addresses to the runs and not the other way. */
const RUNS = PASSED_REASONS.map(
  (reason) =>
    `select distinct 'run' as kind, r.reason, r.lo, r.hi, r.until_at from list(?) k
     cross join passed_run r where r.space = ? and r.reason = '${reason}' and r.lo = (select max(b.lo) from passed_run b
       where b.space = ? and b.reason = '${reason}' and b.lo <= k.value)`,
);

const TAKEN = `select distinct 'taken' as kind, '' as reason, r.lo, r.hi, '' as until_at from list(?) k
  cross join taken_run r where r.space = ? and r.lo = (select max(b.lo) from taken_run b where b.space = ? and b.lo <= k.value)`;

const AROUND = `${RUNS.join(" union all ")}
  union all ${TAKEN}
  union all select 'mark', reason, ip_key, ip_key, until_at from passed_address where space = ? and ip_key = any(?)`;

const byLo = (a: Run, b: Run): number => (a.lo < b.lo ? -1 : 1);

/** Runs and marks at some addresses of a space: one statement for any number. */
export async function passedAround(queries: Queries, space: number, keys: readonly AddressKey[], now: string): Promise<Around> {
  const near = withNext(keys);
  const rows = await queries.all<AroundRow>(AROUND, [...[...RUNS, TAKEN].flatMap(() => [near, space, space]), space, keys]);
  const runsOf = (reason: PassedReason): PassedRun[] =>
    rows
      .filter((row) => row.kind === "run" && row.reason === reason)
      .map(({ lo, hi, until_at: until }) => ({ lo, hi, until }))
      .toSorted(byLo);
  return {
    runs: { quarantined: runsOf("quarantined"), seen: runsOf("seen") },
    taken: rows
      .filter((row) => row.kind === "taken")
      .map(({ lo, hi }) => ({ lo, hi }))
      .toSorted(byLo),
    marks: rows
      .filter((row) => row.kind === "mark" && row.until_at > now)
      .map(({ lo: key, reason, until_at: until }) => ({ key, reason, until })),
  };
}

/** Runs of taken addresses at some addresses of a space, and right beside them, in order. */
export async function takenAround(queries: Queries, space: number, keys: readonly AddressKey[]): Promise<readonly Run[]> {
  return (await queries.all<Run>(TAKEN, [withNext(keys), space, space])).map(({ lo, hi }) => ({ lo, hi })).toSorted(byLo);
}
