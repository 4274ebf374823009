import { type AddressKey, nextKey, previousKey } from "../address/address-key.ts";
import { type Run, runsOfKeys, subtractRuns, unionRuns } from "../address/runs.ts";
import type { Queries, Transaction } from "../contract/storage.ts";

/**
 * The taken addresses of an address space as runs: intervals `lo`–`hi` with `nx`, the address after `hi`. An address is
 * taken when a device holds it or an allocation does. The next free address is one index descent at any size.
 */

/** Runs that overlap or touch `lo`–`hi`. */
async function runsAround(queries: Queries, space: number, lo: AddressKey, hi: AddressKey): Promise<Run[]> {
  // The run before may reach into the range, and a run that starts right after it is to be joined.
  const [before, inside] = await Promise.all([
    queries.get<Run>("select lo, hi from taken_run where space = ? and lo < ? order by lo desc limit 1", [space, lo]),
    queries.all<Run>("select lo, hi from taken_run where space = ? and lo >= ? and lo <= ? order by lo", [space, lo, nextKey(hi) ?? hi]),
  ]);
  const reaches = before !== undefined && before.hi >= (previousKey(lo) ?? lo);
  return reaches ? [before, ...inside] : inside;
}

/** Replaces one set of runs by another, writing only what differs. */
async function replaceRuns(transaction: Transaction, space: number, old: readonly Run[], now: readonly Run[]): Promise<void> {
  const kept = new Map(now.map((run) => [run.lo, run]));
  const gone: AddressKey[] = [];
  for (const run of old) {
    const same = kept.get(run.lo);
    if (same === undefined) gone.push(run.lo);
    else {
      kept.delete(run.lo);
      if (same.hi !== run.hi) {
        await transaction.exec("update taken_run set hi = ?, nx = ? where space = ? and lo = ?", [same.hi, nextKey(same.hi), space, run.lo]);
      }
    }
  }
  if (gone.length > 0) await transaction.exec("delete from taken_run where space = ? and lo = any(?)", [space, gone]);
  if (kept.size > 0) {
    await transaction.insert("taken_run", ["space", "lo", "hi", "nx"], [...kept.values()].map((run) => [space, run.lo, run.hi, nextKey(run.hi)]));
  }
}

/** Marks addresses as taken. */
export async function takeKeys(transaction: Transaction, space: number, keys: Iterable<AddressKey>): Promise<void> {
  for (const run of runsOfKeys(keys)) {
    const around = await runsAround(transaction, space, run.lo, run.hi);
    await replaceRuns(transaction, space, around, unionRuns(around, [run]));
  }
}

/** Marks addresses as free. */
export async function freeKeys(transaction: Transaction, space: number, keys: Iterable<AddressKey>): Promise<void> {
  for (const run of runsOfKeys(keys)) {
    const around = await runsAround(transaction, space, run.lo, run.hi);
    await replaceRuns(transaction, space, around, subtractRuns(around, [run]));
  }
}

/** Lowest free addresses of a range, in order; fewer than `count` when there are not enough. */
export async function lowestFree(queries: Queries, space: number, lo: AddressKey, hi: AddressKey, count: number): Promise<AddressKey[]> {
  const free: AddressKey[] = [];
  const first: { hi: string; nx: string | null } | undefined = await queries.get(
    "select hi, nx from taken_run where space = ? and lo <= ? order by lo desc limit 1",
    [space, lo],
  );
  let at: AddressKey | null = first !== undefined && first.hi >= lo ? first.nx : lo;
  while (at !== null && at <= hi && free.length < count) {
    // The address after a run is free, whatever follows it: runs that touch are one.
    free.push(at);
    if (free.length === count) break;
    const next: { lo: string; nx: string | null } | undefined = await queries.get("select lo, nx from taken_run where space = ? and lo > ? order by lo limit 1", [space, at]);
    for (at = nextKey(at); at !== null && at <= hi && free.length < count && (next === undefined || at < next.lo); at = nextKey(at)) free.push(at);
    if (next !== undefined && at === next.lo) at = next.nx;
  }
  return free;
}
