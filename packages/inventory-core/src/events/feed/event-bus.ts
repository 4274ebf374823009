import { queueMicrotask } from "../../contract/real-timers.ts";
import type { LoggedEvent } from "../../contract/storage/event.ts";
import { messageOf } from "../../contract/errors/failure-text.ts";
import type { Logger } from "../../contract/logger.ts";
import { eventErrors } from "../event.errors.ts";

type Listener = (event: LoggedEvent) => unknown;

/** Tells listeners of this process about committed events, in the order of the commits. A listener's failure is its own. */
export class EventBus {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #names: readonly string[];
  readonly #logger: Logger;

  /** @param names of every event of the host */
  constructor(names: readonly string[], logger: Logger) {
    this.#names = names;
    this.#logger = logger;
  }

  /** @param name event name, or `*` for all. @returns a function that stops listening @throws UNKNOWN_EVENT */
  on(name: string, listener: Listener): () => void {
    if (name !== "*" && !this.#names.includes(name)) throw eventErrors.UNKNOWN_EVENT({ name, known: this.#names.toSorted() });
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  publish(events: readonly LoggedEvent[]): void {
    for (const event of events) {
      for (const listener of [...(this.#listeners.get(event.event) ?? []), ...(this.#listeners.get("*") ?? [])]) {
        // A microtask each: a listener that throws or dawdles never fails the change that it hears of.
        queueMicrotask(() => {
          Promise.resolve()
            .then(() => listener(event))
            .catch((error: unknown) => this.#logger.error("an event listener failed", { event: event.event, error: messageOf(error) }));
        });
      }
    }
  }
}
