import { type AddressKey, familyOf, nextKey, previousKey } from "../address/address-key.ts";
import { normalizeRuns, type Run, runsOfKeys } from "../address/runs.ts";
import type { TakenRunRow } from "../address-space/taken-run.entity.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { type Check, type Cursor, type Difference, SLICE_ROWS } from "./check.ts";

/** Above every key of an address. */
const END = "g";

type StoredRun = Omit<TakenRunRow, "space">;

/** A stretch of a space: its taken addresses, and the rows that begin in it or reach into it. */
interface Stretch {
  readonly from: AddressKey;
  readonly to: AddressKey;
  readonly keys: readonly AddressKey[];
  readonly stored: readonly StoredRun[];
}

/** The lowest space above another in which anything is taken, or said to be. */
async function spaceAfter(queries: Queries, space: number): Promise<number | null> {
  const row = await queries.get<{ space: number | null }>(
    `select min(space) as space from (select min(space) as space from taken_run where space > ? union all
       select min(space) from address where space > ? union all select min(space) from allocation where space > ? and status = 'held') s`,
    [space, space, space],
  );
  return row === undefined || row.space === null ? null : row.space;
}

/** A stretch begins with the last address of the one before it, so that a run which is split between the two is seen. */
async function stretchFrom(queries: Queries, space: number, from: AddressKey): Promise<Stretch> {
  const keys = await queries.all<{ ip_key: AddressKey }>(
    `select ip_key from (select distinct ip_key from address where space = ? and ip_key >= ? order by ip_key limit ?) a
     union select ip_key from (select distinct ip_key from allocation where space = ? and ip_key >= ? and status = 'held'
       order by ip_key limit ?) h
     order by ip_key limit ?`,
    [space, from, SLICE_ROWS, space, from, SLICE_ROWS, SLICE_ROWS],
  );
  const rows = await queries.all<StoredRun>("select lo, hi, nx from taken_run where space = ? and lo >= ? order by lo limit ?", [
    space,
    from,
    SLICE_ROWS,
  ]);
  const before = await queries.get<StoredRun>("select lo, hi, nx from taken_run where space = ? and lo < ? order by lo desc limit 1", [
    space,
    from,
  ]);
  const ends = [keys.at(SLICE_ROWS - 1)?.ip_key ?? END, rows.at(SLICE_ROWS - 1)?.lo ?? END];
  const to = ends.toSorted()[0] as string;
  const inside = rows.filter(({ lo }) => lo <= to);
  return {
    from,
    to,
    keys: keys.map((row) => row.ip_key).filter((key) => key <= to),
    stored: before !== undefined && before.hi >= from ? [before, ...inside] : inside,
  };
}

/** The rows there should be: taken addresses of the stretch as runs, with what the outermost rows say of the addresses around it. */
function expectedRuns({ from, to, keys, stored }: Stretch): StoredRun[] {
  const around: Run[] = [];
  const [first, last] = [stored[0], stored.at(-1)];
  const inFamily = (run: StoredRun | undefined): run is StoredRun =>
    run !== undefined && run.lo <= run.hi && familyOf(run.lo) === familyOf(run.hi);
  if (inFamily(first) && first.lo < from) around.push({ lo: first.lo, hi: previousKey(from) as AddressKey });
  const after = to === END ? null : nextKey(to);
  if (inFamily(last) && after !== null && last.hi >= after) around.push({ lo: after, hi: last.hi });
  return normalizeRuns([...around, ...runsOfKeys(keys)]).map(({ lo, hi }) => ({ lo, hi, nx: nextKey(hi) }));
}

const shown = (run: StoredRun | undefined): string | null => (run === undefined ? null : `${run.lo}-${run.hi}, then ${run.nx ?? "none"}`);

function differencesOf(
  space: number,
  stored: readonly StoredRun[],
  expected: readonly StoredRun[],
): { lo: string; difference: Difference }[] {
  const [is, should] = [new Map(stored.map((run) => [run.lo, run])), new Map(expected.map((run) => [run.lo, run]))];
  return [...new Set([...is.keys(), ...should.keys()])].flatMap((lo) => {
    const texts = [shown(is.get(lo)), shown(should.get(lo))] as const;
    if (texts[0] === texts[1]) return [];
    return [
      {
        lo,
        difference: { check: "taken-runs", table: "taken_run", id: `${space}/${lo}`, column: "", stored: texts[0], expected: texts[1] },
      },
    ];
  });
}

/** Replaces the rows that differ. The rest of the stretch stays, so that writing it anew costs what is wrong. */
async function replace(change: Change, space: number, los: readonly string[], expected: readonly StoredRun[]): Promise<void> {
  const wrong = new Set(los);
  await change.run("delete from taken_run where space = ? and lo = any(?)", [space, los]);
  const rows = expected.filter(({ lo }) => wrong.has(lo)).map(({ lo, hi, nx }) => [space, lo, hi, nx]);
  if (rows.length > 0) await change.insert("taken_run", ["space", "lo", "hi", "nx"], rows);
}

async function following(queries: Queries, space: number, to: AddressKey): Promise<Cursor | null> {
  if (to !== END) return [space, to];
  const next = await spaceAfter(queries, space);
  return next === null ? null : [next, ""];
}

/** Runs of taken addresses: those that devices hold, and those that allocations do. */
export const takenRunCheck: Check = {
  name: "taken-runs",
  async slice(queries, after) {
    const space = after === null ? await spaceAfter(queries, -1) : Number(after[0]);
    if (space === null) return { rows: 0, differences: [], next: null, mend: async () => {} };
    const stretch = await stretchFrom(queries, space, String(after?.[1] ?? ""));
    const expected = expectedRuns(stretch);
    const found = differencesOf(space, stretch.stored, expected);
    return {
      rows: stretch.stored.length,
      differences: found.map(({ difference }) => difference),
      next: await following(queries, space, stretch.to),
      mend: async (change) =>
        await replace(
          change,
          space,
          found.map(({ lo }) => lo),
          expected,
        ),
    };
  },
};
