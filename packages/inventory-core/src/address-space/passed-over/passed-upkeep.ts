import { setImmediate } from "node:timers/promises";
import type { AddressKey } from "../../address/address-key.ts";
import { RepeatedTask } from "../../background/repeated-task.ts";
import { SYSTEM } from "../../contract/access/principal.ts";
import { type Clock, timestampOf } from "../../contract/clock.ts";
import { messageOf } from "../../contract/errors/failure-text.ts";
import type { Logger } from "../../contract/logger.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import type { Change, WritePath } from "../../contract/storage/write-path.ts";
import { followPassed } from "./followed-passed.ts";
import type { PassedReason } from "./passed-address.entity.ts";
import { remarkSeen } from "./seen-addresses.ts";
import { DEFAULT_SEEN_DAYS, storedSeenDays, storeSeenDays } from "./seen-days.ts";

export const PASSED_UPKEEP = serviceToken<PassedUpkeep>("passed-upkeep");

const POLL_INTERVAL_MS = 60_000;

/** Addresses of one transaction. */
const SLICE = 500;

/** Runs that are looked at in one round. */
const MAX_RUNS = 200;

/**
 * Tidies up after time: addresses whose time is over leave the runs of those that are passed over. Nobody waits for it: until then they are
 * found in their runs. And where the days for which a sighting counts are other ones than before, all that was seen is marked anew.
 */
export class PassedUpkeep {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #days: number;
  readonly #task: RepeatedTask;
  readonly #stopped = new AbortController();

  /** @param days for which an address where a host was seen is passed over; 0 is off */
  constructor(storage: OpenStorage, writes: WritePath, clock: Clock, logger: Logger, days: number = DEFAULT_SEEN_DAYS) {
    this.#storage = storage;
    this.#writes = writes;
    this.#clock = clock;
    this.#logger = logger;
    this.#days = days;
    this.#task = new RepeatedTask(clock, logger, POLL_INTERVAL_MS, "addresses that are passed over could not be kept up", async () => {
      await this.mark();
      await this.tidy();
    });
  }

  /** @param decides whether this host says for how many days a sighting counts: not a command that opens the database for a moment */
  async start(decides: boolean): Promise<void> {
    if (decides) {
      // A database that takes no writes now is no reason not to start.
      await this.#decide().catch((error: unknown) =>
        this.#logger.warn("for how many days addresses that were seen are passed over could not be written", { error: messageOf(error) }),
      );
    }
    this.#task.start();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#task.stop();
  }

  async #decide(): Promise<void> {
    const stored = await storedSeenDays(this.#storage.read);
    if (stored?.days === this.#days) return;
    await this.#run(async (change) => {
      const isMarked = (await change.get("select 1 as one from discovered_device limit 1")) === undefined;
      await storeSeenDays(change, { days: this.#days, isMarked });
    });
  }

  /** Marks all that was seen, if that was not done since the days were set. */
  async mark(): Promise<void> {
    const stored = await storedSeenDays(this.#storage.read);
    if (stored === undefined || stored.isMarked) return;
    let after: readonly [network: string, key: AddressKey] = ["", ""];
    for (;;) {
      const rows = await this.#storage.read.all<{ network_id: string; ip_key: AddressKey }>(
        `select network_id, ip_key from discovered_device where (network_id, ip_key) > (?, ?) order by network_id, ip_key limit ${SLICE}`,
        after,
      );
      for (const [id, some] of Map.groupBy(rows, (row) => row.network_id)) {
        await this.#run(async (change) => {
          await change.lock({ on: "topology", mode: "shared" });
          const network = await change.get<{ space: number }>("select space from network where id = ?", [id]);
          if (network === undefined) return;
          await change.lock({ on: "space", space: network.space });
          await remarkSeen(
            change,
            network.space,
            some.map(({ ip_key: key }) => key),
          );
        });
      }
      const last = rows.at(-1);
      if (rows.length < SLICE || last === undefined) break;
      after = [last.network_id, last.ip_key];
      if (this.#stopped.signal.aborted) return;
      await setImmediate();
    }
    await this.#run(async (change) => {
      const now = await storedSeenDays(change);
      if (now?.days === stored.days) await storeSeenDays(change, { ...stored, isMarked: true });
    });
  }

  /** Takes out of the runs what is not passed over any more. */
  async tidy(): Promise<void> {
    for (let found = SLICE; found === SLICE && !this.#stopped.signal.aborted;) {
      const rows = await this.#storage.read.all<{ space: number; ip_key: AddressKey }>(
        `select space, ip_key from passed_address where until_at <= ? order by until_at limit ${SLICE}`,
        [timestampOf(this.#clock)],
      );
      for (const [space, some] of Map.groupBy(rows, (row) => row.space)) {
        const keys = some.map(({ ip_key: key }) => key);
        await this.#inSpace(space, async (change) => {
          await change.exec("delete from passed_address where space = ? and ip_key = any(?) and until_at <= ?", [space, keys, change.now]);
          await followPassed(change, space, keys);
        });
      }
      found = rows.length;
    }
    const runs = await this.#storage.read.all<LapsedRun>(
      `select space, reason, lo, hi from passed_run where until_at <= ? order by until_at limit ${MAX_RUNS}`,
      [timestampOf(this.#clock)],
    );
    for (const run of runs) await this.#inSpace(run.space, async (change) => await refreshRun(change, run));
  }

  async #inSpace(space: number, work: (change: Change) => Promise<void>): Promise<void> {
    await this.#run(async (change) => {
      await change.lock({ on: "topology", mode: "shared" }, { on: "space", space });
      await work(change);
    });
  }

  async #run(work: (change: Change) => Promise<void>): Promise<void> {
    await this.#writes.run({ principal: SYSTEM, source: "expiry" }, work);
  }
}

interface LapsedRun {
  readonly space: number;
  readonly reason: PassedReason;
  readonly lo: AddressKey;
  readonly hi: AddressKey;
}

/** Says anew from when on an address of a run may be free by time alone; a run of nothing but taken addresses goes. */
async function refreshRun(change: Change, { space, reason, lo, hi }: LapsedRun): Promise<void> {
  const row = await change.get<{ until_at: string | null }>(
    `select min(until_at) as until_at from passed_address
     where space = ? and ip_key >= ? and ip_key <= ? ${reason === "quarantined" ? "and reason = 'quarantined'" : ""}`,
    [space, lo, hi],
  );
  const until = row?.until_at ?? null;
  const where = "where space = ? and reason = ? and lo = ? and hi = ?";
  if (until === null) await change.exec(`delete from passed_run ${where}`, [space, reason, lo, hi]);
  // Where one is over by now, the next round takes it out first.
  else if (until > change.now) await change.exec(`update passed_run set until_at = ? ${where}`, [until, space, reason, lo, hi]);
}
