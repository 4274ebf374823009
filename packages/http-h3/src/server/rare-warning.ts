import type { Clock, Logger } from "@cadastre/inventory-core";

/** Least time between two lines. */
const PERIOD_MS = 60_000;

/** Logs what happens often once a minute, with the number of times since the line before. */
export class RareWarning {
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #message: string;
  #loggedAt = -Infinity;
  #times = 0;

  constructor(clock: Clock, logger: Logger, message: string) {
    this.#clock = clock;
    this.#logger = logger;
    this.#message = message;
  }

  note(fields: Readonly<Record<string, unknown>> = {}): void {
    this.#times += 1;
    const now = this.#clock.now();
    if (now - this.#loggedAt < PERIOD_MS) return;
    this.#logger.warn(this.#message, { ...fields, times: this.#times });
    this.#loggedAt = now;
    this.#times = 0;
  }
}
