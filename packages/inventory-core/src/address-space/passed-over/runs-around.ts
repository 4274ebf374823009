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

/** Between the values of a run, which have none. */
const BLANK = " ";

interface AroundRow {
  readonly kind: "run" | "mark" | "taken";
  readonly reason: PassedReason | "";
  /** Its first address, its last one and until when, with blanks between; null where no run begins before. */
  readonly run: string | null;
}

/** Addresses, and those after them: the runs that begin last at or before these are all that hold or touch the addresses. */
const withNext = (keys: readonly AddressKey[]): AddressKey[] => [...new Set(keys.flatMap((key) => [key, nextKey(key) ?? key]))];

/**
 * The last run of a table that begins at or before each address, as one text. As a join it is planned by how many runs a space had when
 * PostgreSQL last looked: all of them are read then, once there are thousands. As a value it is one look-up, whatever there was.
 */
const lastRun = (kind: string, reason: string, table: string, until: string): string =>
  `select distinct '${kind}' as kind, '${reason}' as reason, (select lo || '${BLANK}' || hi || '${BLANK}' || ${until} from ${table}
     where space = ?${reason === "" ? "" : ` and reason = '${reason}'`} and lo <= k.value order by lo desc limit 1) as run from list(?) k`;

const RUNS = PASSED_REASONS.map((reason) => lastRun("run", reason, "passed_run", "until_at"));

const TAKEN = lastRun("taken", "", "taken_run", "''");

const AROUND = `${RUNS.join(" union all ")}
  union all ${TAKEN}
  union all select 'mark', reason, ip_key || '${BLANK}' || ip_key || '${BLANK}' || until_at from passed_address
    where space = ? and ip_key = any(?)`;

/** Those of one kind and reason, in order. */
function runsOf(rows: readonly AroundRow[], kind: AroundRow["kind"], reason: AroundRow["reason"]): PassedRun[] {
  return rows
    .filter((row) => row.kind === kind && row.reason === reason && row.run !== null)
    .map(({ run }) => {
      const [lo, hi, until] = (run as string).split(BLANK) as [AddressKey, AddressKey, string];
      return { lo, hi, until };
    })
    .toSorted(byLo);
}

const takenRuns = (rows: readonly AroundRow[]): Run[] => runsOf(rows, "taken", "").map(({ lo, hi }) => ({ lo, hi }));

const byLo = (a: Run, b: Run): number => (a.lo < b.lo ? -1 : 1);

/** Runs and marks at some addresses of a space: one statement for any number. */
export async function passedAround(queries: Queries, space: number, keys: readonly AddressKey[], now: string): Promise<Around> {
  const near = withNext(keys);
  const rows = await queries.all<AroundRow>(AROUND, [...[...RUNS, TAKEN].flatMap(() => [space, near]), space, keys]);
  return {
    runs: { quarantined: runsOf(rows, "run", "quarantined"), seen: runsOf(rows, "run", "seen") },
    taken: takenRuns(rows),
    marks: PASSED_REASONS.flatMap((reason) =>
      runsOf(rows, "mark", reason)
        .filter(({ until }) => until > now)
        .map(({ lo: key, until }) => ({ key, reason, until })),
    ),
  };
}

/** Runs of taken addresses at some addresses of a space, and right beside them, in order. */
export async function takenAround(queries: Queries, space: number, keys: readonly AddressKey[]): Promise<readonly Run[]> {
  return takenRuns(await queries.all<AroundRow>(TAKEN, [space, withNext(keys)]));
}
