import { RepeatedTask } from "../background/repeated-task.ts";
import type { Clock } from "../contract/clock.ts";
import type { Logger } from "../contract/logger.ts";
import { SYSTEM } from "../contract/access/principal.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { WritePath } from "../contract/storage/write-path.ts";
import { compareCursors, cursorOf, OLDEST, textOfCursor } from "./feed/cursor.ts";
import { PURGED, readBounds } from "./feed/event-gaps.ts";
import { eventOrder } from "./event-rows.ts";

export const EVENT_RETENTION = serviceToken<EventRetention>("event-retention");

/** Days that events are kept unless set (EVENT_RETENTION_DAYS). */
export const DEFAULT_RETENTION_DAYS = 90;

const DAY_MS = 86_400_000;
const POLL_INTERVAL_MS = 3_600_000;
const SLICE = 1000;

/** Purges old events, a slice at a time, and remembers up to where, so that a cursor from before is refused. */
export class EventRetention {
  readonly #order: string;
  readonly #writes: WritePath;
  readonly #clock: Clock;
  readonly #days: number;
  readonly #task: RepeatedTask;

  constructor(storage: OpenStorage, writes: WritePath, clock: Clock, logger: Logger, days: number = DEFAULT_RETENTION_DAYS) {
    this.#order = eventOrder(storage.dialect).join(", ");
    this.#writes = writes;
    this.#clock = clock;
    this.#days = days;
    this.#task = new RepeatedTask(clock, logger, POLL_INTERVAL_MS, "old events could not be purged", async () => await this.purge());
  }

  start(): void {
    this.#task.start();
  }

  async stop(): Promise<void> {
    await this.#task.stop();
  }

  /** Deletes the events older than the retention, and those before them in the log, whose order times do not follow to the millisecond. */
  async purge(): Promise<void> {
    while ((await this.#purgeSlice()) === SLICE);
  }

  async #purgeSlice(): Promise<number> {
    const before = new Date(this.#clock.now() - this.#days * DAY_MS).toISOString();
    return await this.#writes.run({ principal: SYSTEM, source: "retention" }, async (change) => {
      await change.lock({ on: "name", name: "event-retention" });
      const oldest = await change.all<{ id: string; seq: number; txid: number; occurred_at: string }>(
        `select id, seq, txid, occurred_at from event order by ${this.#order} limit ${SLICE}`,
      );
      const rows = oldest.slice(0, 1 + oldest.findLastIndex(({ occurred_at: time }) => time < before));
      const last = rows.at(-1);
      if (last === undefined) return 0;
      const { purged = OLDEST } = await readBounds(change);
      // A transaction of PostgreSQL may commit events behind the mark: it never goes back.
      const mark = compareCursors(cursorOf(purged), cursorOf(textOfCursor(last))) < 0 ? textOfCursor(last) : purged;
      await change.run("delete from event where id = any(?)", [rows.map(({ id }) => id)]);
      await change.run("insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value", [
        PURGED,
        mark,
      ]);
      return rows.length;
    });
  }
}
