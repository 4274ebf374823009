import { type DashboardSource, MAX_COUNTED, type OpenStorage, serviceToken } from "@cadastre/inventory-core";
import { DELIVERY_COLUMNS, deliveryOf, type ShownDeliveryRow } from "./delivery-record.ts";

export const FAILED_DELIVERIES = serviceToken<DashboardSource>("failed-webhook-deliveries");

const FAILED = "d.status = 'failed'";

/**
 * Deliveries that failed for good, as the history of their webhook has them, with its name; those of webhooks that are off are left out.
 */
export function failedDeliveries(storage: OpenStorage): DashboardSource {
  const columns = DELIVERY_COLUMNS.split(",")
    .map((column) => `d.${column.trim()}`)
    .join(", ");
  return {
    name: "failed_deliveries",
    needs: ["webhook:list", "webhook:read"],
    async read(limit) {
      const from = `from webhook_delivery d join webhook w on w.id = d.webhook_id and w.enabled = 1 where ${FAILED}`;
      const rows = await storage.read.all<ShownDeliveryRow & { webhook_name: string }>(
        `select ${columns}, w.name as webhook_name ${from} order by d.seq desc limit ?`,
        [limit],
      );
      const counted = await storage.read.get<{ count: number }>(
        `select count(*) as count from (select 1 as one ${from} limit ${MAX_COUNTED}) c`,
      );
      return { count: counted?.count ?? 0, newest: rows.map((row) => ({ webhook_name: row.webhook_name, ...deliveryOf(row) })) };
    },
  };
}
