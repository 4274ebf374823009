import { type Clock, type MetricSource, type OpenStorage, serviceToken, timestampOf } from "@cadastre/inventory-core";
import type { DeliveryWorker } from "./delivery-worker.ts";

export const DELIVERY_METRICS = serviceToken<MetricSource>("webhook-delivery-metrics");

/** Deliveries of one webhook that are counted at most; an index has them in the order in which they are due. */
export const MAX_COUNTED = 1000;

const DUE = "d.webhook_id = w.id and d.claim_at <= ?";

/** One look into the index of due deliveries for each enabled webhook, whatever waits. */
export const QUEUE = `select count(oldest) as late, min(oldest) as oldest, cast(coalesce(sum(n), 0) as bigint) as due from (
  select (select d.claim_at from webhook_delivery d where ${DUE} order by d.claim_at limit 1) as oldest,
    (select count(*) from (select 1 from webhook_delivery d where ${DUE} limit ${MAX_COUNTED}) c) as n
  from webhook w where w.enabled = 1) q`;

/** How deliveries are doing: what waits in the database, and what this process has sent. */
export function deliveryMetrics(storage: OpenStorage, clock: Clock, worker: DeliveryWorker): MetricSource {
  return {
    id: "webhooks",
    collect: async () => {
      const now = timestampOf(clock);
      const row = await storage.read.get<{ late: number; oldest: string | null; due: number }>(QUEUE, [now, now]);
      const oldest = row?.oldest ?? null;
      const ageMs = oldest === null ? 0 : clock.now() - Date.parse(oldest);
      return [
        {
          name: "cadastre_webhook_attempts_total",
          help: "Delivery attempts of this process, by outcome",
          kind: "counter",
          labelNames: ["outcome"],
          samples: worker.outcomes.samples,
        },
        {
          name: "cadastre_webhook_attempts_in_flight",
          help: "Delivery attempts in progress in this process",
          kind: "gauge",
          samples: [{ value: worker.underWay }],
        },
        {
          name: "cadastre_webhook_deliveries_due",
          help: `Due deliveries of enabled webhooks that are not being sent; at most ${MAX_COUNTED} per webhook are counted`,
          kind: "gauge",
          samples: [{ value: row?.due ?? 0 }],
        },
        {
          name: "cadastre_webhooks_late",
          help: "Enabled webhooks with due deliveries",
          kind: "gauge",
          samples: [{ value: row?.late ?? 0 }],
        },
        {
          name: "cadastre_webhook_oldest_due_seconds",
          help: "Time since the oldest due delivery became due",
          kind: "gauge",
          samples: [{ value: Math.max(0, ageMs) / 1000 }],
        },
      ];
    },
  };
}
