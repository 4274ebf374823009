import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** Upper bounds in seconds: reads take a millisecond, a sign-in a good part of one second, streams whole minutes. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Methods as they are told: a client may send any word. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** A method as metrics and traces call it. */
export const knownMethod = (method: string): string => (METHODS.has(method) ? method : "other");

/** Label of a request for a path that nobody has. */
export const NO_ROUTE = "(none)";

/** What one server measures of its requests. Every label is from a list that is known at the start. */
export class HttpMetrics {
  readonly registry = new Registry();
  readonly #duration = new Histogram({
    name: "cadastre_http_request_duration_seconds",
    help: "Time from the arrival of a request to the end of its response, by matched route",
    labelNames: ["method", "path", "status"] as const,
    buckets: BUCKETS,
    registers: [this.registry],
  });
  readonly #inFlight = new Gauge({
    name: "cadastre_http_requests_in_flight",
    help: "Requests in progress, including streams",
    registers: [this.registry],
  });
  readonly #refused = new Counter({
    name: "cadastre_http_rate_limited_total",
    help: "Requests refused because of a limit, by limit",
    labelNames: ["limit"] as const,
    registers: [this.registry],
  });
  readonly #connectionsRefused = new Counter({
    name: "cadastre_http_connections_refused_total",
    help: "Connections closed because their address had too many",
    registers: [this.registry],
  });
  readonly #descriptorsExhausted = new Counter({
    name: "cadastre_http_descriptors_exhausted_total",
    help: "Checks, one per second, and accepts that found no free file descriptor",
    registers: [this.registry],
  });

  /** @param limits names of the limits that there are */
  constructor(limits: readonly string[]) {
    for (const limit of limits) this.#refused.inc({ limit }, 0);
  }

  /** A connection was closed because its address had too many. */
  connectionRefused(): void {
    this.#connectionsRefused.inc();
  }

  /** No file descriptor was free. */
  descriptorsExhausted(): void {
    this.#descriptorsExhausted.inc();
  }

  /** A request came. @returns to be called once when its answer has ended */
  begin(method: string, path: string): (status: number, seconds: number, refusedBy: string | undefined) => void {
    this.#inFlight.inc();
    return (status, seconds, refusedBy) => {
      this.#inFlight.dec();
      this.#duration.observe({ method: knownMethod(method), path, status: `${Math.floor(status / 100)}xx` }, seconds);
      if (refusedBy !== undefined) this.#refused.inc({ limit: refusedBy });
    };
  }
}
