import { type AddressKey, nextKey, previousKey } from "../../address/address-key.ts";
import { normalizeRuns, type Run, runContaining, runsOfKeys, subtractRuns, unionRuns } from "../../address/runs.ts";
import { PASSED_REASONS, type PassedReason, type PassedAddressRow } from "../../address-space/passed-over/passed-address.entity.ts";
import type { PassedRunRow } from "../../address-space/passed-over/passed-run.entity.ts";
import { takenAround } from "../../address-space/passed-over/runs-around.ts";
import { settleRuns } from "../../address-space/passed-over/settled-runs.ts";
import { type Clock, timestampOf } from "../../contract/clock.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { type Check, type Cursor, type Difference, type Slice, SLICE_ROWS } from "../check.ts";

/** Above every key of an address. */
const END = "g";

type StoredRun = Omit<PassedRunRow, "space" | "reason">;

/** A stretch of the runs of one kind of a space, with the addresses that are passed over in it. */
interface Stretch {
  readonly space: number;
  readonly reason: PassedReason;
  readonly from: AddressKey;
  readonly to: AddressKey;
  readonly stored: readonly StoredRun[];
  /** Until when addresses are passed over, those that are. */
  readonly until: ReadonlyMap<AddressKey, string>;
  /** Runs of taken addresses at these, and at both ends of the runs. */
  readonly taken: readonly Run[];
}

const ofReason = (reason: PassedReason): string => (reason === "quarantined" ? "and reason = 'quarantined'" : "");

async function stretchFrom(
  queries: Queries,
  { space, reason, from }: Pick<Stretch, "space" | "reason" | "from">,
  now: string,
): Promise<Stretch> {
  const marks = await queries.all<Pick<PassedAddressRow, "ip_key" | "until_at">>(
    `select ip_key, max(until_at) as until_at from passed_address where space = ? and ip_key >= ? ${ofReason(reason)}
     group by ip_key having max(until_at) > ? order by ip_key limit ${SLICE_ROWS}`,
    [space, from, now],
  );
  const rows = await queries.all<StoredRun>(
    `select lo, hi, nx, until_at from passed_run where space = ? and reason = ? and lo >= ? order by lo limit ${SLICE_ROWS}`,
    [space, reason, from],
  );
  const before = await queries.get<StoredRun>(
    "select lo, hi, nx, until_at from passed_run where space = ? and reason = ? and lo < ? order by lo desc limit 1",
    [space, reason, from],
  );
  const to = [marks.at(SLICE_ROWS - 1)?.ip_key ?? END, rows.at(SLICE_ROWS - 1)?.lo ?? END].toSorted()[0] as string;
  const inside = rows.filter(({ lo }) => lo <= to);
  const stored = before !== undefined && before.hi >= from ? [before, ...inside] : inside;
  const until = new Map(marks.filter(({ ip_key: key }) => key <= to).map((row) => [row.ip_key, row.until_at]));
  const ends = stored.flatMap((run) => {
    const { lo, hi } = clipped(run, { from, to });
    return [lo, hi, previousKey(run.lo) ?? run.lo];
  });
  return { space, reason, from, to, stored, until, taken: normalizeRuns(await takenAround(queries, space, [...until.keys(), ...ends])) };
}

const clipped = ({ lo, hi }: Run, { from, to }: Pick<Stretch, "from" | "to">): Run => ({
  lo: lo < from ? from : lo,
  hi: to !== END && hi > to ? to : hi,
});

/** What is wrong with a run whose time has not passed; undefined when nothing is. */
function problemOf(run: StoredRun, stretch: Stretch, now: string): string | undefined {
  const { from, to, until, taken } = stretch;
  if (run.nx !== nextKey(run.hi)) return `then ${nextKey(run.hi) ?? "none"}`;
  if (run.until_at <= now) return undefined;
  const part = clipped(run, stretch);
  const free = subtractRuns([part], unionRuns(taken, runsOfKeys(until.keys())))[0];
  if (free !== undefined) return `without ${free.lo}-${free.hi}`;
  const isHeld = (key: AddressKey): boolean => runContaining(taken, key) !== null;
  for (const key of [previousKey(run.lo), nextKey(run.hi)]) {
    if (key !== null && key >= from && key <= to && (until.has(key) || isHeld(key))) return `with ${key}`;
  }
  for (const [key, end] of until) if (key >= part.lo && key <= part.hi && end < run.until_at && !isHeld(key)) return `until ${end} at most`;
  return undefined;
}

function differencesOf(stretch: Stretch, now: string): { readonly run: Run; readonly difference: Difference }[] {
  const { space, reason, stored, until, taken } = stretch;
  const found = (run: Run, is: string | null, expected: string) => ({
    run,
    difference: { check: "passed-runs", table: "passed_run", id: `${space}/${reason}/${run.lo}`, column: "", stored: is, expected },
  });
  const wrong = stored.flatMap((run) => {
    const problem = problemOf(run, stretch, now);
    return problem === undefined ? [] : [found(run, `${run.lo}-${run.hi}, then ${run.nx ?? "none"}, until ${run.until_at}`, problem)];
  });
  const covered = normalizeRuns(stored);
  const missing = [...until.keys()].filter((key) => runContaining(covered, key) === null && runContaining(taken, key) === null);
  return [...wrong, ...runsOfKeys(missing).map((run) => found(run, null, `${run.lo}-${run.hi}`))];
}

/** Makes runs anew from what is passed over. */
async function mendRuns(change: Change, { space, reason }: Stretch, runs: readonly Run[]): Promise<void> {
  await change.exec("delete from passed_run where space = ? and reason = ? and lo = any(?)", [space, reason, runs.map(({ lo }) => lo)]);
  for (const { lo, hi } of runs) {
    for (let from = previousKey(lo) ?? lo; ;) {
      const rows = await change.all<{ ip_key: AddressKey }>(
        `select distinct ip_key from passed_address where space = ? and ip_key >= ? and ip_key <= ? order by ip_key limit ${SLICE_ROWS}`,
        [space, from, nextKey(hi) ?? hi],
      );
      const keys = rows.map((row) => row.ip_key);
      if (keys.length > 0) await settleRuns(change, space, keys, change.now);
      const last = nextKey(keys.at(-1) ?? hi);
      if (keys.length < SLICE_ROWS || last === null) break;
      from = last;
    }
  }
}

async function placeAfter(queries: Queries, space: number, reason: PassedReason): Promise<Cursor | null> {
  const [first, second] = PASSED_REASONS;
  if (space >= 0 && reason === first) return [space, second, ""];
  const row = await queries.get<{ space: number | null }>(
    `select min(space) as space from (select min(space) as space from passed_run where space > ?
       union all select min(space) from passed_address where space > ?) s`,
    [space, space],
  );
  return row === undefined || row.space === null ? null : [row.space, first, ""];
}

/** Runs of addresses that are taken or passed over. */
export function passedRunCheck(clock: Clock): Check {
  return {
    name: "passed-runs",
    async slice(queries, after): Promise<Slice> {
      const place = after ?? (await placeAfter(queries, -1, "quarantined"));
      if (place === null) return { rows: 0, differences: [], next: null, mend: async () => {} };
      const [space, reason, from] = place as readonly [number, PassedReason, AddressKey];
      const now = timestampOf(clock);
      const stretch = await stretchFrom(queries, { space, reason, from }, now);
      const found = differencesOf(stretch, now);
      return {
        rows: stretch.stored.length,
        differences: found.map(({ difference }) => difference),
        next: stretch.to === END ? await placeAfter(queries, space, reason) : [space, reason, stretch.to],
        mend: async (change) =>
          await mendRuns(
            change,
            stretch,
            found.map(({ run }) => run),
          ),
      };
    },
  };
}
