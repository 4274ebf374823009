import { type AddressKey, nextKey, previousKey } from "./address-key.ts";

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
