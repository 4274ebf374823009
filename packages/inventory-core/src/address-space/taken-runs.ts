import { type AddressKey, nextKey, previousKey } from "../address/address-key.ts";
import { type Run, runsOfKeys, subtractRuns, unionRuns } from "../address/runs.ts";
import type { Queries, Transaction } from "../contract/storage/storage.ts";

/**
 * The taken addresses of an address space as runs: intervals `lo`–`hi` with `nx`, the address after `hi`. An address is
 * taken when a device holds it or an allocation does. The next free address is one index descent at any size.
 */

/** The first address after a run, or the last one there is. */
const after = ({ hi }: Run): AddressKey => nextKey(hi) ?? hi;

/** Runs of the table, in order. */
interface Around {
  readonly runs: readonly Run[];
  /** Of addresses from here on it is not known in which runs they are; undefined when all were read. */
  readonly until: AddressKey | undefined;
}

/** Runs that overlap or touch `lo`–`hi`. @param most that are read of those that begin in it; all unless given */
async function runsAround(queries: Queries, space: number, { lo, hi }: Run, most?: number): Promise<Around> {
  const inRange = "select lo, hi from taken_run where space = ? and lo >= ? and lo <= ? order by lo";
  const range = [space, lo, after({ lo, hi })];
  // The run before may reach into the range, and a run that starts right after it is to be joined.
  const [before, inside] = await Promise.all([
    queries.get<Run>("select lo, hi from taken_run where space = ? and lo < ? order by lo desc limit 1", [space, lo]),
    most === undefined ? queries.all<Run>(inRange, range) : queries.all<Run>(`${inRange} limit ?`, [...range, most]),
  ]);
  const reaches = before !== undefined && before.hi >= (previousKey(lo) ?? lo);
  return { runs: reaches ? [before, ...inside] : inside, until: inside.length === most ? inside.at(-1)?.lo : undefined };
}

/** Replaces one set of runs by another, writing only what differs. */
async function replaceRuns(transaction: Transaction, space: number, old: readonly Run[], now: readonly Run[]): Promise<void> {
  const made = new Map(now.map((run) => [run.lo, run]));
  const gone: AddressKey[] = [];
  for (const run of old) {
    if (made.get(run.lo)?.hi === run.hi) made.delete(run.lo);
    else gone.push(run.lo);
  }
  const [run] = made.values();
  if (run !== undefined && made.size === 1 && gone.length === 1 && run.lo === gone[0]) {
    // One that grew or shrank at its end, as for nearly every device.
    await transaction.exec("update taken_run set hi = ?, nx = ? where space = ? and lo = ?", [run.hi, nextKey(run.hi), space, run.lo]);
    return;
  }
  if (gone.length > 0) await transaction.exec("delete from taken_run where space = ? and lo = any(?)", [space, gone]);
  if (made.size > 0) {
    await transaction.insert(
      "taken_run",
      ["space", "lo", "hi", "nx"],
      [...made.values()].map(({ lo, hi }) => [space, lo, hi, nextKey(hi)]),
    );
  }
}

/** Runs of the table that are read together: few where those that change lie far apart, more where they lie close. */
const MIN_READ = 64;
const MAX_READ = 2048;

/** Changes the runs of a space by others, which are in order: by as many at once as have all that is around them in one page. */
async function changeRuns(
  transaction: Transaction,
  space: number,
  changes: readonly Run[],
  combine: (old: readonly Run[], changes: readonly Run[]) => Run[],
): Promise<void> {
  let read = MIN_READ;
  for (let at = 0; at < changes.length;) {
    const rest = { lo: (changes[at] as Run).lo, hi: (changes.at(-1) as Run).hi };
    const page = await runsAround(transaction, space, rest, at === changes.length - 1 ? undefined : read);
    let end = at;
    while (end < changes.length && (page.until === undefined || after(changes[end] as Run) < page.until)) end += 1;
    // More lies around the first than was read: it is changed alone.
    const isAlone = end === at;
    if (isAlone) end += 1;
    const { runs } = isAlone ? await runsAround(transaction, space, changes[at] as Run) : page;
    const border = after(changes[end - 1] as Run);
    const around = runs.filter(({ lo }) => lo <= border);
    await replaceRuns(transaction, space, around, combine(around, changes.slice(at, end)));
    read = (end - at) * 4 >= read ? Math.min(read * 4, MAX_READ) : MIN_READ;
    at = end;
  }
}

/** Marks addresses as taken. */
export async function takeKeys(transaction: Transaction, space: number, keys: Iterable<AddressKey>): Promise<void> {
  await changeRuns(transaction, space, runsOfKeys(keys), unionRuns);
}

/** Marks addresses as free. */
export async function freeKeys(transaction: Transaction, space: number, keys: Iterable<AddressKey>): Promise<void> {
  await changeRuns(transaction, space, runsOfKeys(keys), subtractRuns);
}
