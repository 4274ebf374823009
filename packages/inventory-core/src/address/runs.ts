import { type AddressKey, distance, nextKey, previousKey } from "./address-key.ts";

/**
 * An inclusive interval of addresses of one family. Lists of runs are normalised: sorted, disjoint and not adjacent. A list
 * may hold both families; the last IPv4 and the first IPv6 address are not adjacent. Every function here that takes a list
 * but {@link normalizeRuns} and {@link runsOfKeys} relies on it, and costs at most one pass.
 */
export interface Run {
  readonly lo: AddressKey;
  readonly hi: AddressKey;
}

/** Coalesces runs that come in order of `lo`. */
function coalesce(runs: Iterable<Run>): Run[] {
  const out: { lo: AddressKey; hi: AddressKey }[] = [];
  for (const run of runs) {
    const last = out.at(-1);
    if (last !== undefined && (run.lo <= last.hi || nextKey(last.hi) === run.lo)) {
      if (run.hi > last.hi) last.hi = run.hi;
    } else out.push({ lo: run.lo, hi: run.hi });
  }
  return out;
}

const byLo = (a: Run, b: Run): number => (a.lo < b.lo ? -1 : a.lo > b.lo ? 1 : 0);

/** Any intervals, in any order, as runs. */
export function normalizeRuns(runs: Iterable<Run>): Run[] {
  return coalesce([...runs].toSorted(byLo));
}

/** Single addresses, in any order, repeated or not, as runs. */
export function runsOfKeys(keys: Iterable<AddressKey>): Run[] {
  return coalesce([...keys].toSorted().map((key) => ({ lo: key, hi: key })));
}

/** Addresses in either. */
export function unionRuns(a: readonly Run[], b: readonly Run[]): Run[] {
  const merged: Run[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const left = a[i];
    const right = b[j];
    if (right === undefined || (left !== undefined && left.lo <= right.lo)) {
      merged.push(left as Run);
      i += 1;
    } else {
      merged.push(right);
      j += 1;
    }
  }
  return coalesce(merged);
}

/** Addresses in both. */
export function intersectRuns(a: readonly Run[], b: readonly Run[]): Run[] {
  const out: Run[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const left = a[i] as Run;
    const right = b[j] as Run;
    const lo = left.lo > right.lo ? left.lo : right.lo;
    const hi = left.hi < right.hi ? left.hi : right.hi;
    if (lo <= hi) out.push({ lo, hi });
    if (left.hi < right.hi) i += 1;
    else j += 1;
  }
  return out;
}

/** Addresses in `a` and not in `b`. */
export function subtractRuns(a: readonly Run[], b: readonly Run[]): Run[] {
  const out: Run[] = [];
  let j = 0;
  for (const run of a) {
    let lo: AddressKey | null = run.lo;
    while (j < b.length && (b[j] as Run).hi < run.lo) j += 1;
    for (let k = j; lo !== null && k < b.length; k += 1) {
      const cut = b[k] as Run;
      if (cut.lo > run.hi) break;
      if (cut.lo > lo) out.push({ lo, hi: previousKey(cut.lo) as AddressKey });
      lo = cut.hi >= run.hi ? null : nextKey(cut.hi);
    }
    if (lo !== null) out.push({ lo, hi: run.hi });
  }
  return out;
}

/** Addresses of `within` that are in no run. */
export function complementRuns(runs: readonly Run[], within: Run): Run[] {
  return [...gaps(runs, within)];
}

/** Number of addresses. */
export function countKeys(runs: readonly Run[]): bigint {
  let sum = 0n;
  for (const run of runs) sum += distance(run.lo, run.hi);
  return sum;
}

/** Index of the first run that ends at or after the address, by binary search; the length when none does. */
function indexFrom(runs: readonly Run[], key: AddressKey): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((runs[middle] as Run).hi < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The run that holds an address, by binary search; null when none does. */
export function runContaining(runs: readonly Run[], key: AddressKey): Run | null {
  const run = runs[indexFrom(runs, key)];
  return run !== undefined && run.lo <= key ? run : null;
}

/** Whether a run overlaps one of the runs, or is adjacent to it; by binary search. */
export function touchesRuns(runs: readonly Run[], { lo, hi }: Run): boolean {
  const run = runs[indexFrom(runs, previousKey(lo) ?? lo)];
  return run !== undefined && run.lo <= (nextKey(hi) ?? hi);
}

/** The parts of `within` between the runs, lowest first, found as they are asked for. */
function* gaps(runs: readonly Run[], within: Run): Generator<Run> {
  let lo: AddressKey | null = within.lo;
  for (let index = indexFrom(runs, within.lo); lo !== null && index < runs.length; index += 1) {
    const run = runs[index] as Run;
    if (run.lo > within.hi) break;
    // Above `lo` in one family, so that there is a key before.
    if (run.lo > lo) yield { lo, hi: previousKey(run.lo) as AddressKey };
    lo = run.hi >= within.hi ? null : nextKey(run.hi);
  }
  if (lo !== null) yield { lo, hi: within.hi };
}

/** Lowest address of `within` that no run covers, by binary search; null when all are covered. */
export function firstFree(runs: readonly Run[], within: Run): AddressKey | null {
  for (const gap of gaps(runs, within)) return gap.lo;
  return null;
}

/** Lowest addresses of `within` that no run covers; fewer than `count` when there are not enough. */
export function takeFree(runs: readonly Run[], within: Run, count: number): AddressKey[] {
  const out: AddressKey[] = [];
  if (count <= 0) return out;
  for (const gap of gaps(runs, within)) {
    for (const key of keysOf(gap)) {
      out.push(key);
      if (out.length >= count) return out;
    }
  }
  return out;
}

/** Every address of a run, lowest first. The caller bounds it: a run may hold 2^128. */
export function* keysOf(run: Run): Generator<AddressKey> {
  for (let key: AddressKey | null = run.lo; key !== null && key <= run.hi; key = nextKey(key)) yield key;
}
