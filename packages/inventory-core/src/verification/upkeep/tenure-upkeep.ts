import { setImmediate } from "node:timers/promises";
import { RepeatedTask } from "../../background/repeated-task.ts";
import type { Clock } from "../../contract/clock.ts";
import type { Logger } from "../../contract/logger.ts";
import { SYSTEM } from "../../contract/access/principal.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import type { WritePath } from "../../contract/storage/write-path.ts";
import type { Cursor } from "../check.ts";
import { tenureCheck } from "../tenure-check.ts";

export const TENURE_UPKEEP = serviceToken<TenureUpkeep>("tenure-upkeep");

/** Days that it is known who held an address, unless set (ADDRESS_HISTORY_DAYS). */
export const DEFAULT_HISTORY_DAYS = 3650;

const DAY_MS = 86_400_000;
const POLL_INTERVAL_MS = 3_600_000;
const SLICE = 1000;

/**
 * Forgets who held addresses long ago, a slice at a time. And once, an hour after the start, it makes up for what a host of an earlier
 * version, which keeps no tenures, has done beside this one before it was replaced.
 */
export class TenureUpkeep {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #clock: Clock;
  readonly #days: number;
  readonly #task: RepeatedTask;
  readonly #stopped = new AbortController();
  #isCaughtUp = false;

  constructor(storage: OpenStorage, writes: WritePath, clock: Clock, logger: Logger, days: number = DEFAULT_HISTORY_DAYS) {
    this.#storage = storage;
    this.#writes = writes;
    this.#clock = clock;
    this.#days = days;
    this.#task = new RepeatedTask(clock, logger, POLL_INTERVAL_MS, "who held addresses could not be kept up", async () => {
      if (!this.#isCaughtUp) await this.catchUp();
      await this.purge();
    });
  }

  start(): void {
    this.#task.start();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#task.stop();
  }

  /** Brings tenures in line with who holds addresses now. */
  async catchUp(): Promise<void> {
    let after: Cursor | null = null;
    do {
      if (this.#stopped.signal.aborted) return;
      const from: Cursor | null = after;
      const seen = await tenureCheck.slice(this.#storage.read, from);
      if (seen.differences.length > 0) {
        await this.#writes.run({ principal: SYSTEM, source: "upgrade" }, async (change) => {
          await change.lock({ on: "topology", mode: "exclusive" });
          const slice = await tenureCheck.slice(change, from);
          if (slice.differences.length > 0) await slice.mend(change);
        });
      }
      after = seen.next;
      await setImmediate();
    } while (after !== null);
    this.#isCaughtUp = true;
  }

  /** Deletes tenures that ended before what is kept. */
  async purge(): Promise<void> {
    const before = new Date(this.#clock.now() - this.#days * DAY_MS).toISOString();
    for (let deleted = SLICE; deleted === SLICE && !this.#stopped.signal.aborted;) {
      deleted = await this.#writes.run(
        { principal: SYSTEM, source: "retention" },
        async (change) =>
          await change.run(
            `delete from address_tenure where (space, ip_key, from_at, device_id) in (select space, ip_key, from_at, device_id
               from address_tenure where to_at is not null and to_at < ? order by to_at limit ${SLICE})`,
            [before],
          ),
      );
    }
  }
}
