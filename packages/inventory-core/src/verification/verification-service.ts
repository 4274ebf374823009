import { setImmediate } from "node:timers/promises";
import type { Clock } from "../contract/clock.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { WritePath } from "../contract/storage/write-path.ts";
import type { RecordKinds } from "../records/record-kinds.ts";
import type { Check, Cursor, Difference, Slice } from "./check.ts";
import { checksOf } from "./checks.ts";
import { KeptPlace, type Place } from "./upkeep/kept-place.ts";

export const VERIFICATION = serviceToken<VerificationService>("verification");

/** Differences that a verification lists; it counts them all. */
const MAX_LISTED = 1000;

const TOPOLOGY = { on: "topology", mode: "exclusive" } as const;

/** How often a slice with differences is read where no lock can be taken. */
const READINGS = 5;

/** Name of the check that asks the database about its own files. */
const INTEGRITY = "integrity";

/** What a verification found. */
export interface Verification {
  /** How many rows each check looked at, by its name. */
  readonly checked: Readonly<Record<string, number>>;
  /** The first 1,000 differences. */
  readonly differences: readonly Difference[];
  /** How many differences there are. */
  readonly count: number;
}

/** What a rebuild did. */
export interface Rebuild {
  /** How many differences each check found and mended, by its name. */
  readonly mended: Readonly<Record<string, number>>;
  /** How many that is in all. */
  readonly count: number;
}

/** How far a verification or a rebuild is. */
export interface VerifyProgress {
  /** Name of the check. */
  readonly check: string;
  /** Its number, from 1. */
  readonly number: number;
  /** How many checks there are. */
  readonly of: number;
  /** Rows that it has looked at. */
  readonly rows: number;
}

/** Options of a verification and of a rebuild. */
export interface VerifyOptions {
  /** Ends the work: it throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Is told how far it is, after each part of a check. */
  readonly onProgress?: ((progress: VerifyProgress) => void) | undefined;
  /**
   * Keeps its place in the database, and goes on where the last one with this option was interrupted, by a signal, a kill or a crash. What
   * it found until there counts. Without it nothing is written, and it begins at the beginning.
   */
  readonly resume?: boolean | undefined;
}

/** What comes before anything was looked at. */
const BEGINNING: Place = { check: "", after: null, rows: {}, mended: {}, differences: [], count: 0 };

/**
 * Compares everything that is derived with what it is derived from, and writes it anew; asks the rules between records,
 * which only people can mend. Both go slice by slice and read
 * without locks, beside a server that writes. As the statements of a slice see different moments, a difference is a
 * suspicion until the slice was compared again in a transaction that holds the topology exclusively, which keeps off every
 * writer of what is compared. A difference that stays cannot escape, and a database without any is never locked.
 */
export class VerificationService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #clock: Clock;
  readonly #kinds: RecordKinds;

  /** @param clock by which what is passed over ends */
  constructor(storage: OpenStorage, writes: WritePath, clock: Clock, kinds: RecordKinds) {
    this.#storage = storage;
    this.#writes = writes;
    this.#clock = clock;
    this.#kinds = kinds;
  }

  async verify({ signal, onProgress, resume = false }: VerifyOptions = {}): Promise<Verification> {
    const checks = checksOf(this.#storage, this.#clock, this.#kinds);
    const kept = resume ? new KeptPlace(this.#storage, "verify", checks) : undefined;
    const from = (await kept?.find()) ?? BEGINNING;
    const checked: Record<string, number> = { ...from.rows };
    const differences: Difference[] = [...from.differences];
    let count = from.count;
    const report = (found: readonly Difference[]): void => {
      count += found.length;
      differences.push(...found.slice(0, MAX_LISTED - differences.length));
    };
    let place: Place = from;
    try {
      for (const { check, number, after } of remaining(checks, from)) {
        checked[check.name] ??= 0;
        const again = async (behind: Cursor | null): Promise<Slice> => await this.#again(check, behind);
        for await (const slice of this.#slices(check, again, signal, after)) {
          const rows = (checked[check.name] ?? 0) + slice.rows;
          checked[check.name] = rows;
          report(slice.differences);
          place = { ...placeBehind(checks, number, slice), rows: checked, mended: {}, differences, count };
          await kept?.passed(place);
          onProgress?.({ check: check.name, number, of: checks.length, rows });
        }
      }
      // What is found from here on is found again by the one that goes on.
      place = { ...place, rows: { ...checked }, differences: [...differences] };
      await this.#integrity(checked, report, signal);
    } catch (error) {
      // Without the database there is the place that was written last.
      await kept?.write(place).catch(() => {});
      throw error;
    }
    await kept?.forget();
    return { checked, differences, count };
  }

  /** Compares a slice once more, with all writers of what is compared locked out; without a lock in a read-only inventory. */
  async #again(check: Check, behind: Cursor | null): Promise<Slice> {
    if (this.#storage.isReadOnly === true) return await steadySlice(async () => await check.slice(this.#storage.read, behind));
    return await this.#storage.write(async (transaction) => {
      await transaction.lock(TOPOLOGY);
      return await check.slice(transaction, behind);
    });
  }

  /** Leaves one audit row, also when it is aborted: what was mended until then stays so. */
  async rebuild(call: CallContext, { onProgress, resume = false }: Pick<VerifyOptions, "onProgress" | "resume"> = {}): Promise<Rebuild> {
    const checks = checksOf(this.#storage, this.#clock, this.#kinds).filter(({ mends }) => mends !== false);
    const kept = resume ? new KeptPlace(this.#storage, "rebuild", checks) : undefined;
    const from = (await kept?.find()) ?? BEGINNING;
    let place: Place = from;
    try {
      for (const { check, number, after } of remaining(checks, from)) {
        place = { ...place, mended: { ...place.mended, [check.name]: place.mended[check.name] ?? 0 } };
        const placeAfter = (slice: Slice): Place => ({
          ...placeBehind(checks, number, slice),
          rows: { ...place.rows, [check.name]: (place.rows[check.name] ?? 0) + slice.rows },
          mended: { ...place.mended, [check.name]: (place.mended[check.name] ?? 0) + slice.differences.length },
          differences: [],
          count: place.count + slice.differences.length,
        });
        const mend = async (behind: Cursor | null): Promise<Slice> =>
          await this.#writes.run(call, async (change) => {
            await change.lock(TOPOLOGY);
            const slice = await check.slice(change, behind);
            if (slice.differences.length === 0) return slice;
            await slice.mend(change);
            // With what it tells of, so that a kill in between neither loses nor doubles it.
            await kept?.writeIn(change, placeAfter(slice));
            return slice;
          });
        for await (const slice of this.#slices(check, mend, call.signal, after)) {
          place = placeAfter(slice);
          await kept?.passed(place);
          onProgress?.({ check: check.name, number, of: checks.length, rows: place.rows[check.name] ?? 0 });
        }
      }
    } catch (error) {
      // Without the database there is the place that was written last.
      await kept?.write(place).catch(() => {});
      throw error;
    } finally {
      // Without the signal: an aborted one would end this write too.
      await this.#writes.run({ ...call, signal: undefined }, async (change) =>
        change.audit({ action: "rebuild", resource: "inventory", resourceId: null, after: { ...place.mended } }),
      );
    }
    await kept?.forget();
    return { mended: place.mended, count: place.count };
  }

  /** The slices of a check; one that looks wrong is looked at again, by `again`, under the locks. */
  async *#slices(
    check: Check,
    again: (after: Cursor | null) => Promise<Slice>,
    signal: AbortSignal | undefined,
    from: Cursor | null,
  ): AsyncGenerator<Slice> {
    let after = from;
    do {
      signal?.throwIfAborted();
      const seen: Slice = await check.slice(this.#storage.read, after);
      const slice: Slice = seen.differences.length === 0 ? seen : await again(after);
      yield slice;
      after = slice.next;
      await setImmediate();
    } while (after !== null);
  }

  async #integrity(
    checked: Record<string, number>,
    report: (found: readonly Difference[]) => void,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (this.#storage.integrity === undefined) return;
    checked[INTEGRITY] = 0;
    for await (const { table, problems } of this.#storage.integrity()) {
      signal?.throwIfAborted();
      checked[INTEGRITY] += 1;
      report(problems.map((stored) => ({ check: INTEGRITY, table, id: "", column: "", stored, expected: null })));
    }
  }
}

/**
 * Reads a slice several times without a lock, as a writer may be between two of its statements.
 * @returns it with those differences only that each reading found
 */
async function steadySlice(read: () => Promise<Slice>): Promise<Slice> {
  let slice = await read();
  for (let reading = 1; reading < READINGS && slice.differences.length > 0; reading += 1) {
    await setImmediate();
    const before = new Set(slice.differences.map((difference) => JSON.stringify(difference)));
    const next = await read();
    slice = { ...next, differences: next.differences.filter((difference) => before.has(JSON.stringify(difference))) };
  }
  return slice;
}

/** The checks that are left from a place on, with their numbers, and the row behind which the first of them goes on. */
function* remaining(
  checks: readonly Check[],
  { check: name, after }: Place,
): Generator<{ readonly check: Check; readonly number: number; readonly after: Cursor | null }> {
  const first = Math.max(
    0,
    checks.findIndex((check) => check.name === name),
  );
  if (name === END) return;
  for (const [index, check] of checks.entries())
    if (index >= first) yield { check, number: index + 1, after: index === first ? after : null };
}

/** Name in place of that of a check when all have been gone through. */
const END = "-";

/** The place behind a slice of the check of a number: within the check, or at the beginning of the next one. */
function placeBehind(checks: readonly Check[], number: number, { next }: Slice): Pick<Place, "check" | "after"> {
  const check = next === null ? checks[number] : checks[number - 1];
  return { check: check?.name ?? END, after: next };
}
