import { type DashboardSource, MAX_COUNTED, type OpenStorage, serviceToken, Where } from "@cadastre/inventory-core";
import type { WebhookOwners } from "../webhooks/webhook-owners.ts";
import { DELIVERY_COLUMNS, shownDelivery, type ShownDeliveryRow } from "./delivery-record.ts";

export const FAILED_DELIVERIES = serviceToken<DashboardSource>("failed-webhook-deliveries");

/**
 * Deliveries that failed for good, with the name of the webhook, as its history shows them to the caller. Disabled webhooks are left out.
 */
export function failedDeliveries(storage: OpenStorage, owners: WebhookOwners): DashboardSource {
  const columns = DELIVERY_COLUMNS.split(",")
    .map((column) => `d.${column.trim()}`)
    .join(", ");
  return {
    name: "failed_deliveries",
    needs: ["webhook:list", "webhook:read"],
    async read(limit, { principal }) {
      const where = new Where().add("d.status = 'failed'");
      const seen = owners.seenBy(principal);
      if (seen !== undefined) where.add("d.event = any(?)", seen);
      const from = `from webhook_delivery d join webhook w on w.id = d.webhook_id and w.enabled = 1${where.sql}`;
      const rows = await storage.read.all<ShownDeliveryRow & { webhook_name: string }>(
        `select ${columns}, w.name as webhook_name ${from} order by d.seq desc limit ?`,
        [...where.params, limit],
      );
      const counted = await storage.read.get<{ count: number }>(
        `select count(*) as count from (select 1 as one ${from} limit ${MAX_COUNTED}) c`,
        where.params,
      );
      const newest = rows.map((row) => ({ webhook_name: row.webhook_name, ...shownDelivery(row, principal, owners) }));
      return { count: counted?.count ?? 0, newest };
    },
  };
}
