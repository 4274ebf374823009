import { type Clock, timestampOf } from "../contract/clock.ts";
import { isEngineError } from "../contract/errors/error.ts";
import type { Queries } from "../contract/storage/storage.ts";
import { isSamePosition, type PlanPosition, planPosition } from "./plan-position.ts";
import type { PlanBasis } from "./rehearsal.ts";

/** Milliseconds for which a rehearsal may keep others from writing only to say whether a plan is stale. */
const MAX_HELD_MS = 50;

/** A plan that touches so few records is rehearsed whatever it takes on a busy machine. */
const FEW_RECORDS = 100;

/** Plans of which it is remembered what came of their last rehearsal. */
const MAX_REMEMBERED = 1_000;

/** What the last rehearsal of a plan found. */
interface Found {
  readonly position: PlanPosition;
  readonly stale: boolean;
}

/** Whether plans are stale, asked without keeping anybody from writing as long as nothing has happened. */
export class Staleness {
  readonly #read: Queries;
  readonly #clock: Clock;
  /** By the digest of the effects that the plan shows, and its id. */
  readonly #found = new Map<string, Found>();
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(read: Queries, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  /**
   * @param rehearse finds out by a rehearsal
   * @returns null where only a rehearsal could tell that would keep others from writing for long
   */
  async of(id: string, basis: PlanBasis, rehearse: () => Promise<boolean>): Promise<boolean | null> {
    const key = `${basis.digest} ${id}`;
    for (;;) {
      const now = timestampOf(this.#clock);
      const position = await planPosition(this.#read, now);
      const last = this.#found.get(key) ?? (basis.position === undefined ? undefined : { position: basis.position, stale: false });
      if (last !== undefined && isSamePosition(last.position, position, now)) return last.stale;
      const records = basis.touched.reduce((sum, [, ids]) => sum + ids.length, 0);
      if (records > FEW_RECORDS && (basis.heldMs ?? Infinity) > MAX_HELD_MS) return null;
      const running = this.#running.get(key);
      if (running === undefined) return await this.#rehearsed(key, position, rehearse);
      // What it finds holds for this call too, unless something has happened since.
      await running.catch(() => {});
    }
  }

  async #rehearsed(key: string, position: PlanPosition, rehearse: () => Promise<boolean>): Promise<boolean | null> {
    const running = rehearse();
    this.#running.set(key, running);
    try {
      const stale = await running;
      const [oldest] = this.#found.keys();
      if (this.#found.size >= MAX_REMEMBERED && oldest !== undefined) this.#found.delete(oldest);
      this.#found.set(key, { position, stale });
      return stale;
    } catch (error) {
      if (isEngineError(error) && (error.code === "BUSY" || error.code === "TOO_MUCH_WORK")) return null;
      throw error;
    } finally {
      this.#running.delete(key);
    }
  }
}
