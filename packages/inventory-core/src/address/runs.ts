import { type AddressKey, distance, familyOf, nextKey, previousKey } from "./address-key.ts";

/** An inclusive interval of addresses of one family. Lists of runs are sorted, disjoint and not adjacent. */
export interface Run {
  readonly lo: AddressKey;
  readonly hi: AddressKey;
}

const byLo = (a: Run, b: Run): number => (a.lo < b.lo ? -1 : a.lo > b.lo ? 1 : 0);

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

/** Any intervals as runs. */
export function normalizeRuns(runs: Iterable<Run>): Run[] {
  return coalesce([...runs].toSorted(byLo));
}

/** Single addresses as runs. */
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
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
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
  return subtractRuns([within], runs.filter((run) => familyOf(run.lo) === familyOf(within.lo)));
}

export function countKeys(runs: readonly Run[]): bigint {
  return runs.reduce((sum, run) => sum + distance(run.lo, run.hi), 0n);
}

/** The run that holds an address, by binary search; null when none does. */
export function runContaining(runs: readonly Run[], key: AddressKey): Run | null {
  let low = 0;
  let high = runs.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const run = runs[middle] as Run;
    if (key < run.lo) high = middle - 1;
    else if (key > run.hi) low = middle + 1;
    else return run;
  }
  return null;
}

/** Lowest address of `within` that no run covers. */
export function firstFree(runs: readonly Run[], within: Run): AddressKey | null {
  const run = runContaining(runs, within.lo);
  if (run === null) return within.lo;
  const next = nextKey(run.hi);
  return next !== null && next <= within.hi ? next : null;
}

/** Lowest addresses of `within` that no run covers; fewer than `count` when there are not enough. */
export function takeFree(runs: readonly Run[], within: Run, count: number): AddressKey[] {
  const out: AddressKey[] = [];
  for (const gap of complementRuns(runs, within)) {
    for (const key of keysOf(gap)) {
      if (out.length === count) return out;
      out.push(key);
    }
  }
  return out;
}

export function* keysOf(run: Run): Generator<AddressKey> {
  for (let key: AddressKey | null = run.lo; key !== null && key <= run.hi; key = nextKey(key)) yield key;
}
