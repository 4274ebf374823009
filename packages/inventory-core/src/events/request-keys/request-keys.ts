import { RepeatedTask } from "../../background/repeated-task.ts";
import { type Clock, timestampOf } from "../../contract/clock.ts";
import type { Logger } from "../../contract/logger.ts";
import { SYSTEM } from "../../contract/access/principal.ts";
import type { KeyedRequest } from "../../contract/operations/keyed-request.ts";
import { keyAtWork } from "../../contract/operations/request-key.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import type { WritePath } from "../../contract/storage/write-path.ts";
import { keptAnswer, PURGE_SLICE, purgeAnswers } from "./kept-answers.ts";

export const REQUEST_KEYS = serviceToken<RequestKeys>("request-keys");

const PURGE_INTERVAL_MS = 3_600_000;

/** Calls with an Idempotency-Key: those that are at work in this process, and the answers that are kept. */
export class RequestKeys {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #clock: Clock;
  readonly #task: RepeatedTask;
  readonly #atWork = new Set<string>();

  constructor(storage: OpenStorage, writes: WritePath, clock: Clock, logger: Logger) {
    this.#storage = storage;
    this.#writes = writes;
    this.#clock = clock;
    this.#task = new RepeatedTask(clock, logger, PURGE_INTERVAL_MS, "old request keys could not be purged", async () => await this.purge());
  }

  start(): void {
    this.#task.start();
  }

  async stop(): Promise<void> {
    await this.#task.stop();
  }

  /** The answer that is kept of a call of one transaction, as JSON. @throws CONFLICT when the key was used for another call */
  async answerOf(request: KeyedRequest): Promise<string | undefined> {
    return await keptAnswer(this.#storage.read, request, timestampOf(this.#clock));
  }

  /**
   * Does `work` unless another call of this process is at work under the key; hosts wait for each other at the key's row. @throws CONFLICT
   */
  async alone<T>({ caller, key }: KeyedRequest, work: () => Promise<T>): Promise<T> {
    const name = JSON.stringify([caller, key]);
    if (this.#atWork.has(name)) throw keyAtWork(key);
    this.#atWork.add(name);
    try {
      return await work();
    } finally {
      this.#atWork.delete(name);
    }
  }

  /** Deletes the answers that are older than a day. */
  async purge(): Promise<void> {
    while (
      (await this.#writes.run({ principal: SYSTEM, source: "retention" }, async (change) => await purgeAnswers(change, change.now))) ===
      PURGE_SLICE
    );
  }
}
