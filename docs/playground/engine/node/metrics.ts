// `prom-client` for browsers, where nobody scrapes: what is counted is forgotten.
class Metric {
  inc(): void {}
  dec(): void {}
  set(): void {}
  observe(): void {}
  remove(): void {}
  labels(): this {
    return this;
  }
}

export { Metric as Counter, Metric as Gauge, Metric as Histogram };

export class Registry {
  static readonly PROMETHEUS_CONTENT_TYPE = "text/plain";
  readonly metrics = async (): Promise<string> => "";
}

export function collectDefaultMetrics(): void {}
