import type { CommittedEvents, EventType, LoggedEvent } from "../contract/storage/event.ts";
import { type Metric, type MetricSource, Tally } from "../contract/metrics.ts";
import { serviceToken } from "../contract/service-token.ts";

export const EVENT_METRICS = serviceToken<EventMetrics>("event-metrics");

/** Counts the events that this process committed. */
export class EventMetrics implements MetricSource {
  readonly id = "events";
  readonly #source: Pick<CommittedEvents, "on">;
  #tally = new Tally<string>("event", []);
  #stopHearing: (() => void) | undefined;

  constructor(source: Pick<CommittedEvents, "on">) {
    this.#source = source;
  }

  start(events: readonly EventType[]): void {
    this.#tally = new Tally(
      "event",
      events.map(({ name }) => name),
    );
    this.#stopHearing = this.#source.on("*", ({ event }: LoggedEvent) => this.#tally.count(event));
  }

  stop(): void {
    this.#stopHearing?.();
  }

  collect(): readonly Metric[] {
    return [
      {
        name: "cadastre_events_total",
        help: "Events that this process has committed",
        kind: "counter",
        labelNames: ["event"],
        samples: this.#tally.samples,
      },
    ];
  }
}
