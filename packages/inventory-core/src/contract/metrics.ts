import { definePermissions } from "./access/permission.ts";

/** One value of a metric. */
export interface MetricSample {
  /** A value for each of the metric's label names; none of them may grow with what clients send. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The number, in the unit that the metric's name ends with. */
  readonly value: number;
}

/** A metric as it stands at the moment of a scrape. */
export interface Metric {
  /** In the words of Prometheus: lower case, `cadastre_` first, the unit in the plural last (`_seconds`), `_total` for counters. */
  readonly name: string;
  /** What it counts, in a sentence. */
  readonly help: string;
  /** A counter only grows while the process runs; a gauge goes up and down. */
  readonly kind: "counter" | "gauge";
  /** Names of the labels that every sample has; none unless given. */
  readonly labelNames?: readonly string[];
  /** Its values now, one for each combination of labels. */
  readonly samples: readonly MetricSample[];
}

/**
 * A part that tells how it is doing. It is asked at each scrape, and keeps its own numbers: there is no registry that
 * hosts of one process would share. What it asks of the database is bounded, whatever is in there.
 */
export interface MetricSource {
  /** Lower-case words joined by hyphens, unique in a host. */
  readonly id: string;
  /** What it has to tell at the moment of a scrape. */
  collect(): Promise<readonly Metric[]> | readonly Metric[];
}

/** Who may scrape: administrators, and roles that are given it. */
export const metricPermissions = definePermissions({
  metrics: { resource: "metrics", actions: ["read"] },
});

/** Counts by one label, for a {@link MetricSource}. Its values are known beforehand, so that a count that stands at 0 is told too. */
export class Tally<Value extends string> {
  readonly #label: string;
  readonly #counts: Map<Value, number>;

  /** @param values every value that there is */
  constructor(label: string, values: readonly Value[]) {
    this.#label = label;
    this.#counts = new Map(values.map((value) => [value, 0]));
  }

  /** Counts one more; a value that was not named beforehand is not counted. */
  count(value: Value): void {
    const before = this.#counts.get(value);
    if (before !== undefined) this.#counts.set(value, before + 1);
  }

  /** The counts so far, one for each value. */
  get samples(): readonly MetricSample[] {
    return [...this.#counts].map(([value, count]) => ({ labels: { [this.#label]: value }, value: count }));
  }
}
