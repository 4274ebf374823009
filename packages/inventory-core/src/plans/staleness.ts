import { type Clock, timestampOf } from "../contract/clock.ts";
import { isEngineError } from "../contract/errors/error.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import { currentPosition, isSamePosition, type PlanPosition } from "./plan-position.ts";
import type { PlanBasis } from "./rehearsal.ts";

/** Longest time in milliseconds that a rehearsal may hold locks to find out whether a plan is stale. */
const MAX_HELD_MS = 50;

/** Plans of up to this number of records may hold locks for longer. */
const FEW_RECORDS = 100;

/** Maximum lock time, in milliseconds, of rehearsing a plan of few records: one device may have thousands of addresses. */
const MAX_HELD_OF_FEW_MS = 500;

/** Errors of a rehearsal that do not say whether the plan is stale. */
const UNKNOWN_AFTER = new Set(["BUSY", "TOO_MUCH_WORK", "READ_ONLY"]);

/** Size of the cache. */
const MAX_CACHED = 1_000;

/** Result of the last rehearsal of a plan. */
interface Found {
  readonly position: PlanPosition;
  readonly stale: boolean;
}

/** Finds out whether plans are stale. Takes no lock while the inventory is unchanged. */
export class Staleness {
  readonly #storage: Pick<OpenStorage, "eventHorizon" | "read">;
  readonly #clock: Clock;
  /** By digest of the effects and id of the plan. */
  readonly #found = new Map<string, Found>();
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(storage: Pick<OpenStorage, "eventHorizon" | "read">, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /**
   * Returns whether applying a plan would have other effects than the plan shows.
   * @param rehearse compares them by a rehearsal
   * @returns null if only a long rehearsal could find out, or any in a read-only inventory
   */
  async of(id: string, basis: PlanBasis, rehearse: () => Promise<boolean>): Promise<boolean | null> {
    const key = `${basis.digest} ${id}`;
    for (;;) {
      const now = timestampOf(this.#clock);
      const position = await currentPosition(this.#storage, now);
      const last = this.#found.get(key) ?? (basis.position === undefined ? undefined : { position: basis.position, stale: false });
      if (last !== undefined && (await isSamePosition(this.#storage.read, last.position, position, now))) return last.stale;
      const records = basis.touched.reduce((sum, [, ids]) => sum + ids.length, 0);
      const isFew = records <= FEW_RECORDS;
      if ((basis.heldMs ?? (isFew ? 0 : Infinity)) > (isFew ? MAX_HELD_OF_FEW_MS : MAX_HELD_MS)) return null;
      const running = this.#running.get(key);
      if (running === undefined) return await this.#rehearsed(key, position, rehearse);
      // Its result is valid for this call too unless the inventory has changed since.
      await running.catch(() => {});
    }
  }

  async #rehearsed(key: string, position: PlanPosition, rehearse: () => Promise<boolean>): Promise<boolean | null> {
    const running = rehearse();
    this.#running.set(key, running);
    try {
      const stale = await running;
      const [oldest] = this.#found.keys();
      if (this.#found.size >= MAX_CACHED && oldest !== undefined) this.#found.delete(oldest);
      this.#found.set(key, { position, stale });
      return stale;
    } catch (error) {
      if (isEngineError(error) && UNKNOWN_AFTER.has(error.code)) return null;
      throw error;
    } finally {
      this.#running.delete(key);
    }
  }
}
