import { setImmediate } from "node:timers/promises";
import { RepeatedTask } from "../../background/repeated-task.ts";
import type { Clock } from "../../contract/clock.ts";
import type { Logger } from "../../contract/logger.ts";
import { SYSTEM } from "../../contract/access/principal.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import type { WritePath } from "../../contract/storage/write-path.ts";
import type { Check, Cursor } from "../check.ts";
import { deviceCheck } from "../devices/device-check.ts";
import { networkCheck } from "../record-checks.ts";
import { ownTextChecks } from "../declared-checks.ts";
import type { RecordKinds } from "../../records/record-kinds.ts";

export const SEARCH_TEXT_UPKEEP = serviceToken<SearchTextUpkeep>("search-text-upkeep");

/** Setting that holds the format of the search texts of the database. */
const SETTING = "search.text";

/** Format of what {@link searchTextOf} writes: raise it when that changes, and every database follows. */
const FORMAT = "2";

/** Before it is tried again after a failure. */
const RETRY_INTERVAL_MS = 60_000;

const CALL = { principal: SYSTEM, source: "upgrade" } as const;

/**
 * Brings the search texts of a database that an earlier version wrote to the format of this one, slice by slice, beside
 * requests: a record whose turn has not come is found as the earlier version would, or not at all by what is new. Several
 * hosts may do it at once, and a host that stops leaves the rest to the next start.
 */
export class SearchTextUpkeep {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #kinds: RecordKinds;
  readonly #task: RepeatedTask;
  readonly #stopped = new AbortController();
  #done = false;

  constructor(storage: OpenStorage, writes: WritePath, kinds: RecordKinds, clock: Clock, logger: Logger) {
    this.#storage = storage;
    this.#writes = writes;
    this.#kinds = kinds;
    this.#task = new RepeatedTask(
      clock,
      logger,
      RETRY_INTERVAL_MS,
      "search texts could not be brought to the new format",
      async () => await this.#upgrade(logger),
    );
  }

  /** Waits for nothing but a database without records. */
  async start(): Promise<void> {
    const { read } = this.#storage;
    const stored = await read.get<{ value: string }>("select value from setting where name = ?", [SETTING]);
    if (stored?.value === FORMAT) return;
    const records = await read.get("select id from device union all select id from network union all select id from datacenter limit 1");
    if (records === undefined) return await this.#finish();
    this.#task.start();
    this.#task.now();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#task.stop();
  }

  async #upgrade(logger: Logger): Promise<void> {
    if (this.#done) return;
    for (const check of [...ownTextChecks(this.#kinds), networkCheck, deviceCheck]) {
      if (!(await this.#mend(check))) return;
    }
    await this.#finish();
    logger.info("search texts were brought to the format of this version");
  }

  /** @returns false when the host stops meanwhile */
  async #mend(check: Check): Promise<boolean> {
    let after: Cursor | null = null;
    do {
      if (this.#stopped.signal.aborted) return false;
      const from: Cursor | null = after;
      const seen = await check.slice(this.#storage.read, from);
      if (seen.differences.length > 0) {
        await this.#writes.run(CALL, async (change) => {
          await change.lock({ on: "topology", mode: "exclusive" });
          const slice = await check.slice(change, from);
          if (slice.differences.length > 0) await slice.mend(change);
        });
      }
      after = seen.next;
      await setImmediate();
    } while (after !== null);
    return true;
  }

  async #finish(): Promise<void> {
    await this.#storage.write(async (transaction) => {
      await transaction.run("insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value", [
        SETTING,
        FORMAT,
      ]);
    });
    this.#done = true;
  }
}
