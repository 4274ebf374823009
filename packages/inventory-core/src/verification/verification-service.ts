import { setImmediate } from "node:timers/promises";
import type { Clock } from "../contract/clock.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { WritePath } from "../contract/storage/write-path.ts";
import type { Check, Cursor, Difference, Slice } from "./check.ts";
import { checksOf } from "./checks.ts";

export const VERIFICATION = serviceToken<VerificationService>("verification");

/** Differences that a verification lists; it counts them all. */
const MAX_LISTED = 1000;

const TOPOLOGY = { on: "topology", mode: "exclusive" } as const;

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
  readonly signal?: AbortSignal;
  /** Is told how far it is, after each part of a check. */
  readonly onProgress?: (progress: VerifyProgress) => void;
}

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

  /** @param clock by which what is passed over ends */
  constructor(storage: OpenStorage, writes: WritePath, clock: Clock) {
    this.#storage = storage;
    this.#writes = writes;
    this.#clock = clock;
  }

  async verify({ signal, onProgress }: VerifyOptions = {}): Promise<Verification> {
    const checked: Record<string, number> = {};
    const differences: Difference[] = [];
    let count = 0;
    const report = (found: readonly Difference[]): void => {
      count += found.length;
      differences.push(...found.slice(0, MAX_LISTED - differences.length));
    };
    const checks = checksOf(this.#storage, this.#clock);
    for (const [index, check] of checks.entries()) {
      checked[check.name] = 0;
      const again = async (after: Cursor | null): Promise<Slice> =>
        await this.#storage.write(async (transaction) => {
          await transaction.lock(TOPOLOGY);
          return await check.slice(transaction, after);
        });
      for await (const slice of this.#slices(check, again, signal)) {
        const rows = (checked[check.name] ?? 0) + slice.rows;
        checked[check.name] = rows;
        report(slice.differences);
        onProgress?.({ check: check.name, number: index + 1, of: checks.length, rows });
      }
    }
    await this.#integrity(checked, report, signal);
    return { checked, differences, count };
  }

  /** Leaves one audit row, also when it is aborted: what was mended until then stays so. */
  async rebuild(call: CallContext, { onProgress }: Pick<VerifyOptions, "onProgress"> = {}): Promise<Rebuild> {
    const mended: Record<string, number> = {};
    let count = 0;
    try {
      const checks = checksOf(this.#storage, this.#clock).filter(({ mends }) => mends !== false);
      for (const [index, check] of checks.entries()) {
        let rows = 0;
        mended[check.name] = 0;
        const mend = async (after: Cursor | null): Promise<Slice> =>
          await this.#writes.run(call, async (change) => {
            await change.lock(TOPOLOGY);
            const slice = await check.slice(change, after);
            if (slice.differences.length > 0) await slice.mend(change);
            return slice;
          });
        for await (const slice of this.#slices(check, mend, call.signal)) {
          mended[check.name] = (mended[check.name] ?? 0) + slice.differences.length;
          count += slice.differences.length;
          rows += slice.rows;
          onProgress?.({ check: check.name, number: index + 1, of: checks.length, rows });
        }
      }
    } finally {
      await this.#writes.run(call, async (change) =>
        change.audit({ action: "rebuild", resource: "inventory", resourceId: null, after: mended }),
      );
    }
    return { mended, count };
  }

  /** The slices of a check; one that looks wrong is looked at again, by `again`, under the locks. */
  async *#slices(check: Check, again: (after: Cursor | null) => Promise<Slice>, signal: AbortSignal | undefined): AsyncGenerator<Slice> {
    let after: Cursor | null = null;
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
