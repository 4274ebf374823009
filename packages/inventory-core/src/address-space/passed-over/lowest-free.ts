import { type AddressKey, nextKey } from "../../address/address-key.ts";
import type { Run } from "../../address/runs.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import { reservedAmong } from "../reserved-addresses.ts";
import type { PassedReason } from "./passed-address.entity.ts";

/** What is passed over by who looks for free addresses. */
export interface Look {
  /** ISO 8601 UTC with milliseconds. */
  readonly now: string;
  /** `seen`: quarantined addresses and those where a host answered; `quarantined`: only the former. */
  readonly over: PassedReason;
}

/** Where free addresses are looked for. */
export interface Place extends Run {
  readonly space: number;
}

/** Free addresses, in order. */
export interface Free {
  readonly keys: readonly AddressKey[];
  /** Whether addresses were passed over on the way that nobody holds. */
  readonly hasPassed: boolean;
}

/**
 * The runs of taken and of passed addresses that may hold an address, each in one text, so that it is looked up once: as a join,
 * PostgreSQL may read all runs instead.
 * @param space an expression, as is `at`; the parameter between them is what is passed over
 */
export const coverOf = (space: string, at: string): string =>
  `(select r.hi || ' ' || coalesce(r.nx, '') from taken_run r where r.space = ${space} and r.lo <= ${at} order by r.lo desc limit 1)
     as taken,
   (select r.hi || ' ' || coalesce(r.nx, '') || ' ' || r.until_at from passed_run r
     where r.space = ${space} and r.reason = ? and r.lo <= ${at} order by r.lo desc limit 1) as passed`;

/** What {@link coverOf} gives. */
export interface CoverRow {
  readonly taken: string | null;
  readonly passed: string | null;
}

/** What holds an address. */
export interface Cover {
  /** Whether a device or an allocation does. */
  readonly isTaken: boolean;
  /** The last address of the run of passed ones around it, whether its time is over, if there is one. */
  readonly passed: { readonly hi: AddressKey; readonly isOver: boolean } | undefined;
  /** The first address after both; the address itself when nothing holds it; null when there is none. */
  readonly next: AddressKey | null;
}

/** Reads {@link coverOf} of an address. */
export function coverAt({ taken, passed }: CoverRow, at: AddressKey, now: string): Cover {
  const [takenHi = "", takenNext = ""] = taken?.split(" ") ?? [];
  const [passedHi = "", passedNext = "", until = ""] = passed?.split(" ") ?? [];
  const isTaken = takenHi >= at;
  const isPassed = passedHi >= at;
  const nexts = [...(isTaken ? [takenNext] : []), ...(isPassed ? [passedNext] : [])];
  const next = nexts.includes("") ? null : (nexts.toSorted().at(-1) ?? at);
  return { isTaken, passed: isPassed ? { hi: passedHi, isOver: until <= now } : undefined, next };
}

/** The first addresses above one that are taken, and that are passed over. */
async function obstacleAfter(queries: Queries, space: number, at: AddressKey, { over }: Look) {
  const rows = await queries.all<{ kind: string; lo: AddressKey; nx: AddressKey | null }>(
    `select * from (select 'taken' as kind, lo, nx from taken_run where space = ? and lo > ? order by lo limit 1) t
     union all select * from (select 'passed', lo, nx from passed_run where space = ? and reason = ? and lo > ? order by lo limit 1) p`,
    [space, at, space, over, at],
  );
  const first = rows.toSorted((a, b) => (a.lo < b.lo ? -1 : 1))[0];
  return first === undefined ? undefined : { ...first, isAlone: rows.every((row) => row === first || row.lo > (first.nx ?? first.lo)) };
}

/** Untaken addresses that are read together while reserved ones are skipped. */
const MAX_READ = 1024;

/** Lowest free addresses of a range, in order; fewer than `count` when there are not enough. Reserved addresses are skipped. */
export async function lowestFree(queries: Queries, place: Place, count: number, look: Look): Promise<Free> {
  const keys: AddressKey[] = [];
  let hasPassed = false;
  let skipped = 0;
  for (let lo: AddressKey | null = place.lo; lo !== null && lo <= place.hi && keys.length < count;) {
    // Between two runs at most two addresses are reserved: the more were skipped, the more are read.
    const wanted = count - keys.length + Math.min(skipped * 2, MAX_READ);
    const untaken = await lowestUntaken(queries, { ...place, lo }, wanted, look);
    hasPassed ||= untaken.hasPassed;
    const reserved = await reservedAmong(queries, place.space, untaken.keys);
    keys.push(...untaken.keys.filter((key) => !reserved.has(key)));
    skipped += reserved.size;
    const last = untaken.keys.at(-1);
    lo = last === undefined || untaken.keys.length < wanted ? null : nextKey(last);
  }
  return { keys: keys.slice(0, count), hasPassed };
}

/**
 * Returns the lowest addresses of a range that are neither taken nor skipped, in order; fewer than `count` when there are not enough.
 * Skipped addresses cost one look-up, unless some of them have expired and are not yet cleared.
 */
async function lowestUntaken(queries: Queries, { space, lo, hi }: Place, count: number, look: Look): Promise<Free> {
  const keys: AddressKey[] = [];
  let hasPassed = false;
  let at: AddressKey | null = lo;
  let isFree = false;
  let again: AddressKey | undefined;
  while (at !== null && at <= hi && keys.length < count) {
    if (!isFree) {
      const row = await queries.get<CoverRow>(`select ${coverOf("?", "?")}`, [space, at, space, look.over, at]);
      const { passed, next } = coverAt(row as CoverRow, at, look.now);
      if (passed !== undefined) {
        if (passed.isOver) {
          const place: Place = { space, lo: at, hi: passed.hi < hi ? passed.hi : hi };
          const freed = await freedByTime(queries, place, count - keys.length, look);
          // Who reads without a lock may find what was tidied up since the run was read: it is looked at once more.
          if (freed.length === 0 && again !== at) {
            again = at;
            continue;
          }
          keys.push(...freed);
        }
        hasPassed = true;
        // What follows is free by the runs; it is looked at all the same, so that a damaged run never has an address handed out twice.
        at = next;
        continue;
      }
      at = next;
      if (at === null || at > hi) break;
    }
    // The address after a run is free, whatever follows it: runs that touch are one.
    keys.push(at);
    if (keys.length === count) break;
    const obstacle = await obstacleAfter(queries, space, at, look);
    for (at = nextKey(at); at !== null && at <= hi && keys.length < count && (obstacle === undefined || at < obstacle.lo); at = nextKey(at))
      keys.push(at);
    isFree = at !== null && obstacle?.kind === "taken" && obstacle.isAlone && at === obstacle.lo;
    if (isFree) at = obstacle?.nx ?? null;
  }
  return { keys, hasPassed };
}

/** Addresses of a run whose time is over: free ones, in order, which are still in the run. */
async function freedByTime(queries: Queries, { space, lo, hi }: Place, count: number, { now, over }: Look): Promise<readonly AddressKey[]> {
  const rows = await queries.all<{ ip_key: AddressKey }>(
    `select distinct p.ip_key from passed_address p where p.space = ? and p.ip_key >= ? and p.ip_key <= ? and p.until_at <= ?
       ${over === "quarantined" ? "and p.reason = 'quarantined'" : ""}
       and not exists (select 1 from passed_address o where o.space = p.space and o.ip_key = p.ip_key and o.until_at > ?
         ${over === "quarantined" ? "and o.reason = 'quarantined'" : ""})
       and coalesce((select r.hi from taken_run r where r.space = p.space and r.lo <= p.ip_key order by r.lo desc limit 1), '') < p.ip_key
     order by p.ip_key limit ?`,
    [space, lo, hi, now, now, count],
  );
  return rows.map(({ ip_key: key }) => key);
}
