import { type Clock, type Logger, type OpenStorage, RepeatedTask, serviceToken } from "@cadastre/inventory-core";

export const DELIVERY_RETENTION = serviceToken<DeliveryRetention>("webhook-delivery-retention");

const DAY_MS = 86_400_000;
const POLL_INTERVAL_MS = 3_600_000;
const SLICE = 1000;

/** Deletes deliveries that ended long ago, a slice at a time. */
export class DeliveryRetention {
  readonly #storage: OpenStorage;
  readonly #clock: Clock;
  readonly #days: number;
  readonly #task: RepeatedTask;

  constructor(storage: OpenStorage, clock: Clock, logger: Logger, days: number) {
    this.#storage = storage;
    this.#clock = clock;
    this.#days = days;
    this.#task = new RepeatedTask(
      clock,
      logger,
      POLL_INTERVAL_MS,
      "old webhook deliveries could not be purged",
      async () => await this.purge(),
    );
  }

  start(): void {
    this.#task.start();
  }

  async stop(): Promise<void> {
    await this.#task.stop();
  }

  /** Deletes what ended longer ago than the retention. */
  async purge(): Promise<void> {
    const before = new Date(this.#clock.now() - this.#days * DAY_MS).toISOString();
    const sql =
      `delete from webhook_delivery where seq in (select seq from webhook_delivery where next_attempt_at is null and updated_at < ? ` +
      `order by updated_at limit ${SLICE})`;
    while ((await this.#storage.write(async (transaction) => await transaction.run(sql, [before]))) === SLICE);
  }
}
