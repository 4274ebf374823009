import { collectDefaultMetrics, Registry } from "prom-client";

let registry: Registry | undefined;

/**
 * What is measured of the process: memory, processor time, lag of the event loop, garbage collection. There is one of
 * them, however many hosts it has: what measures never stops, so a second one would measure the same at twice the cost.
 * It begins with the first scrape.
 */
export function processMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}
