import { type AddressKey, nextKey } from "../../address/address-key.ts";
import { normalizeRuns, type Run, runContaining, runsOfKeys, subtractRuns, touchesRuns, unionRuns } from "../../address/runs.ts";
import type { Transaction } from "../../contract/storage/storage.ts";
import { insertStatements } from "../../storage/insert-statements.ts";
import { PASSED_REASONS, type PassedReason } from "./passed-address.entity.ts";
import { type Mark, passedAround, type PassedRun } from "./runs-around.ts";

/**
 * Runs of addresses that are taken or passed over. A run is there where one address of it at least is passed over; it takes in the runs of
 * taken addresses that touch it, so that the address after it is free: the next free address is one descent, whatever lies between.
 */

/** The time after which none of an address's marks of a kind of runs is left. */
function untilOf(marks: readonly Mark[], reason: PassedReason): ReadonlyMap<AddressKey, string> {
  const until = new Map<AddressKey, string>();
  for (const mark of marks) {
    if (reason === "quarantined" && mark.reason !== "quarantined") continue;
    const known = until.get(mark.key);
    if (known === undefined || known < mark.until) until.set(mark.key, mark.until);
  }
  return until;
}

/** What is known of some addresses: the runs of taken ones in order, which are passed over, and until when. */
interface Known {
  readonly keys: readonly AddressKey[];
  readonly taken: readonly Run[];
  readonly until: ReadonlyMap<AddressKey, string>;
}

/** Runs of one kind as they are to be, where they hold or touch some addresses. @param old as they are, in order */
export function settledRuns(old: readonly PassedRun[], { keys, taken, until }: Known): PassedRun[] {
  const free: AddressKey[] = [];
  const passed: AddressKey[] = [];
  for (const key of keys) {
    if (runContaining(taken, key) !== null) continue;
    (until.has(key) ? passed : free).push(key);
  }
  const kept = unionRuns(subtractRuns(normalizeRuns(old), runsOfKeys(free)), runsOfKeys(passed));
  const runs = unionRuns(
    kept,
    taken.filter((run) => touchesRuns(kept, run)),
  );
  const ends = [...old, ...passed.map((key) => ({ lo: key, hi: key, until: until.get(key) as string }))].toSorted((a, b) =>
    a.lo < b.lo ? -1 : 1,
  );
  let at = 0;
  return runs.map(({ lo, hi }) => {
    let earliest: string | undefined;
    // What was one run may be several by now: it is looked at again for the next.
    while (at < ends.length && (ends[at] as Run).hi < lo) at += 1;
    for (let index = at; index < ends.length && (ends[index] as Run).lo <= hi; index += 1) {
      const end = ends[index] as PassedRun;
      if (end.hi >= lo && (earliest === undefined || end.until < earliest)) earliest = end.until;
    }
    return { lo, hi, until: earliest ?? "" };
  });
}

async function replaceRuns(
  transaction: Transaction,
  space: number,
  reason: PassedReason,
  old: readonly PassedRun[],
  now: readonly PassedRun[],
): Promise<void> {
  const made = new Map(now.map((run) => [run.lo, run]));
  const gone: AddressKey[] = [];
  for (const run of old) {
    const same = made.get(run.lo);
    if (same === undefined) gone.push(run.lo);
    else if (same.hi === run.hi && same.until === run.until) made.delete(run.lo);
  }
  if (gone.length > 0)
    await transaction.exec("delete from passed_run where space = ? and reason = ? and lo = any(?)", [space, reason, gone]);
  const rows = [...made.values()].map(({ lo, hi, until }) => [space, reason, lo, hi, nextKey(hi), until]);
  // A run that grows or shrinks is one statement.
  for (const { sql, params } of insertStatements("passed_run", ["space", "reason", "lo", "hi", "nx", "until_at"], rows))
    await transaction.exec(
      `${sql} on conflict (space, reason, lo) do update set hi = excluded.hi, nx = excluded.nx, until_at = excluded.until_at`,
      params,
    );
}

/**
 * Brings runs in line with what some addresses of a space are: taken, passed over, or neither. One statement where nothing is passed over.
 * The caller holds the lock of the space, or the topology lock exclusively.
 */
export async function settleRuns(transaction: Transaction, space: number, keys: readonly AddressKey[], now: string): Promise<void> {
  const { runs, marks, taken } = await passedAround(transaction, space, keys, now);
  if (marks.length === 0 && PASSED_REASONS.every((reason) => runs[reason].length === 0)) return;
  for (const reason of PASSED_REASONS) {
    const until = untilOf(marks, reason);
    if (until.size === 0 && runs[reason].length === 0) continue;
    await replaceRuns(transaction, space, reason, runs[reason], settledRuns(runs[reason], { keys, taken, until }));
  }
}
