import { type EventType, type Problems, serviceToken } from "@cadastre/inventory-core";
import type { EventOption } from "./webhook.ts";

export const EVENT_CATALOGUE = serviceToken<EventCatalogue>("webhook-event-catalogue");

/** The events that webhooks can subscribe to: those of the engine and of every plugin. */
export class EventCatalogue {
  #options: readonly EventOption[] = [];
  #names: ReadonlySet<string> = new Set();

  /** @param events those of the host */
  load(events: readonly EventType[]): void {
    this.#options = events.map(({ name, description }) => ({ value: name, label: labelOf(name), description }));
    this.#names = new Set(events.map(({ name }) => name));
  }

  get options(): readonly EventOption[] {
    return this.#options;
  }

  /** Adds a problem for each name that is no event. */
  check(names: readonly string[], problems: Problems): void {
    for (const [index, name] of names.entries()) {
      if (!this.#names.has(name)) problems.add(`events[${index}]`, `is not an event: use one of ${[...this.#names].join(", ")}`);
    }
  }
}

/** `pool.utilization_high` as `Pool utilization high`. */
function labelOf(name: string): string {
  const words = name.replaceAll(/[._]/g, " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
