import { setImmediate } from "node:timers/promises";
import { RepeatedTask } from "../background/repeated-task.ts";
import { SYSTEM } from "../contract/access/principal.ts";
import type { Cascades } from "../contract/cascades.ts";
import type { Clock } from "../contract/clock.ts";
import type { Logger } from "../contract/logger.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { CommittedEvents } from "../contract/storage/event.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { WritePath } from "../contract/storage/write-path.ts";
import { type DroppedField, removeSlice } from "./dropped-values.ts";
import { Field } from "./field.ts";

/** The name of the event after which values may be left. */
const FIELD_DELETED = Field.events.deleted.name;

/** What the purge needs. */
export interface FieldPurgeParts {
  readonly storage: OpenStorage;
  readonly writes: WritePath;
  readonly cascades: Cascades;
  readonly events: Pick<CommittedEvents, "on">;
  readonly clock: Clock;
  readonly logger: Logger;
}

export const FIELD_PURGE = serviceToken<FieldPurge>("field-purge");

/** How often is looked for values that another host left when it stopped. */
const POLL_INTERVAL_MS = 60_000;

const CALL = { principal: SYSTEM, source: "fields" } as const;

/**
 * Removes the values of fields that are gone, slice by slice, beside requests, each with the documents and search texts of its records.
 * Several hosts may do it at once, and a host that stops leaves the rest to the next.
 */
export class FieldPurge {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #cascades: Cascades;
  readonly #events: Pick<CommittedEvents, "on">;
  readonly #task: RepeatedTask;
  #stopHearing: (() => void) | undefined;
  #stopped = false;

  constructor({ storage, writes, cascades, events, clock, logger }: FieldPurgeParts) {
    this.#storage = storage;
    this.#writes = writes;
    this.#cascades = cascades;
    this.#events = events;
    this.#task = new RepeatedTask(
      clock,
      logger,
      POLL_INTERVAL_MS,
      "values of deleted fields could not be removed",
      async () => await this.purge(),
    );
  }

  start(): void {
    this.#task.start();
    this.#stopHearing = this.#events.on(FIELD_DELETED, () => this.#task.now());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopHearing?.();
    await this.#task.stop();
  }

  /** Removes all that is left. */
  async purge(): Promise<void> {
    while (!this.#stopped && (await this.#slice())) await setImmediate();
  }

  /** @returns whether some may be left */
  async #slice(): Promise<boolean> {
    // Without a lock: there is nothing to remove but after a field went.
    if ((await this.#storage.read.get("select id from dropped_field limit 1")) === undefined) return false;
    return await this.#writes.run(CALL, async (change) => {
      await change.lock({ on: "topology", mode: "exclusive" });
      const dropped = await change.get<DroppedField>("select id, record from dropped_field order by id limit 1");
      if (dropped === undefined) return false;
      await removeSlice(change, this.#cascades, dropped);
      return true;
    });
  }
}
