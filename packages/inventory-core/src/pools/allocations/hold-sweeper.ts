import { RepeatedTask } from "../../background/repeated-task.ts";
import type { Clock } from "../../contract/clock.ts";
import { timestampOf } from "../../contract/clock.ts";
import type { Logger } from "../../contract/logger.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import { SYSTEM } from "../../contract/access/principal.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import type { WritePath } from "../../contract/storage/write-path.ts";
import { sweepExpired } from "./allocation-release.ts";

export const HOLD_SWEEPER = serviceToken<HoldSweeper>("hold-sweeper");

/** Milliseconds between two looks: an expired hold is free within a second. */
const POLL_INTERVAL_MS = 500;

const CALL: CallContext = { principal: SYSTEM, source: "expiry" };

/** Returns holds whose time is up to their pools. Any number of hosts may sweep one database. */
export class HoldSweeper {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #clock: Clock;
  readonly #task: RepeatedTask;

  constructor(storage: OpenStorage, writes: WritePath, clock: Clock, logger: Logger) {
    this.#storage = storage;
    this.#writes = writes;
    this.#clock = clock;
    this.#task = new RepeatedTask(
      clock,
      logger,
      POLL_INTERVAL_MS,
      "expired allocations could not be swept",
      async () => await this.sweep(),
    );
  }

  start(): void {
    this.#task.start();
  }

  async stop(): Promise<void> {
    await this.#task.stop();
  }

  /** Sweeps every space that has expired holds; costs one indexed look-up when there are none. */
  async sweep(): Promise<void> {
    const spaces = await this.#storage.read.all<{ space: number }>(
      "select distinct space from allocation where expires_at <= ? and status = 'held' order by space",
      [timestampOf(this.#clock)],
    );
    for (const { space } of spaces) {
      const sweep = async (): Promise<boolean> =>
        await this.#writes.run(CALL, async (change) => {
          await change.lock({ on: "topology", mode: "shared" }, { on: "space", space });
          return await sweepExpired(change, space);
        });
      while (await sweep());
    }
  }
}
