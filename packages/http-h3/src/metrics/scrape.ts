import type { Host, Metric, MetricSource } from "@cadastre/inventory-core";
import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import { withinTime } from "../request/within-time.ts";
import type { HttpMetrics } from "./http-metrics.ts";

let registry: Registry | undefined;

/**
 * What is measured of the process: memory, processor time, lag of the event loop, garbage collection. There is one of
 * them, however many hosts it has: what measures never stops, so a second one would measure the same at twice the cost.
 * It begins with the first scrape.
 */
function processMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}

/** Longest time a source may take. */
const SOURCE_MS = 2_000;

/** Content type of a scrape: the text format of Prometheus. */
export const SCRAPE_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Makes the text that Prometheus reads, from the process, the server and what the plugins tell. */
export class Scrapes {
  readonly #host: Host;
  readonly #http: HttpMetrics;
  #running: Promise<string> | undefined;

  constructor(host: Host, http: HttpMetrics) {
    this.#host = host;
    this.#http = http;
  }

  /** Scrapes that come at once share one: each source is asked once. */
  async text(): Promise<string> {
    this.#running ??= this.#scrape().finally(() => (this.#running = undefined));
    return await this.#running;
  }

  async #scrape(): Promise<string> {
    const told = new Registry();
    const up = new Gauge({
      name: "cadastre_metric_source_up",
      help: "1 when a source of metrics succeeded, 0 when it failed",
      labelNames: ["source"],
      registers: [told],
    });
    const sources = await Promise.all(this.#host.metricSources.map(async (source) => ({ source, metrics: await this.#ask(source) })));
    for (const { source, metrics } of sources)
      up.set({ source: source.id }, metrics !== undefined && this.#add(told, source, metrics) ? 1 : 0);
    const parts = await Promise.all([processMetrics().metrics(), this.#http.registry.metrics(), told.metrics()]);
    // prom-client writes "Nan" (of a lag that nothing was measured of yet), which is no number of the format.
    return `${parts
      .map((part) => part.trimEnd())
      .join("\n\n")
      .replaceAll(/ Nan$/gm, " NaN")}\n`;
  }

  async #ask(source: MetricSource): Promise<readonly Metric[] | undefined> {
    try {
      return await withinTime(SOURCE_MS, async () => await source.collect());
    } catch (error) {
      this.#failed(source, error);
      return undefined;
    }
  }

  /** A source that gives a name twice, or one that is no name, does not spoil what the others tell. */
  #add(registry: Registry, source: MetricSource, metrics: readonly Metric[]): boolean {
    try {
      for (const metric of metrics) {
        if ([this.#http.registry, processMetrics()].some((own) => own.getSingleMetric(metric.name) !== undefined))
          throw new Error(`the metric ${metric.name} is already defined by the server`);
        addTo(registry, metric);
      }
      return true;
    } catch (error) {
      this.#failed(source, error);
      return false;
    }
  }

  #failed(source: MetricSource, error: unknown): void {
    this.#host.logger.warn("a source of metrics failed", { source: source.id, error: String(error) });
  }
}

function addTo(registry: Registry, { name, help, kind, labelNames = [], samples }: Metric): void {
  const metric = { name, help, labelNames: [...labelNames], registers: [registry] };
  if (kind === "gauge") {
    const gauge = new Gauge(metric);
    for (const { labels = {}, value } of samples) gauge.set(labels, value);
  } else {
    const counter = new Counter(metric);
    for (const { labels = {}, value } of samples) counter.inc(labels, value);
  }
}
