import {
  type AnyOperation,
  CLOCK,
  definePlugin,
  EVENTS,
  LOGGER,
  type Plugin,
  provide,
  SECRETS,
  serviceToken,
  STORAGE,
  WRITES,
} from "@cadastre/inventory-core";
import type { Sender } from "./attempt/attempt.ts";
import { LazySender } from "./attempt/lazy-sender.ts";
import { deliveryTable, progressTable } from "./deliveries/delivery.entity.ts";
import { deliveryOperations } from "./deliveries/delivery.operations.ts";
import { FAILED_DELIVERIES, failedDeliveries } from "./deliveries/failed-deliveries.ts";
import { DELIVERIES, DeliveryService } from "./deliveries/delivery-service.ts";
import { destinationRule } from "./destination/destination-url.ts";
import { DELIVERY_CHECK, deliveryCheck } from "./queue/delivery-check.ts";
import { DELIVERY_METRICS, deliveryMetrics } from "./queue/delivery-metrics.ts";
import { DELIVERY_RETENTION, DeliveryRetention } from "./queue/delivery-retention.ts";
import { DELIVERY_WORKER, DeliveryWorker } from "./queue/delivery-worker.ts";
import { FanOut } from "./queue/fan-out.ts";
import { Shipments } from "./queue/shipments.ts";
import { webhookMigrations } from "./storage/migrations.ts";
import { EVENT_CATALOGUE, EventCatalogue } from "./webhooks/event-catalogue.ts";
import { webhookTable } from "./webhooks/webhook.entity.ts";
import { webhookOperations } from "./webhooks/webhook.operations.ts";
import { WEBHOOKS, WebhookService } from "./webhooks/webhook-service.ts";
import { WEBHOOK_OWNERS, WebhookOwners } from "./webhooks/webhook-owners.ts";
import { webhookSecretColumns, WebhookVault } from "./webhooks/webhook-vault.ts";
import { settingsOf, WebhooksOptions } from "./webhooks-options.ts";
import { webhookPermissions } from "./webhooks.permissions.ts";

const VAULT = serviceToken<WebhookVault>("webhook-vault");
const SENDER = serviceToken<Sender>("webhook-sender");

/**
 * Webhooks: subscriptions to events, and their delivery.
 * @throws VALIDATION_ERROR naming each option that is wrong
 *
 * @example
 * createInventory({ storage: sqlite("inventory.db"), keyRing, plugins: [webhooksPlugin(), httpPlugin()] })
 */
export function webhooksPlugin(options: WebhooksOptions = {}): Plugin {
  const { deliver, headerPrefix, concurrency, totalConcurrency, retentionDays, leaseMs, allow, network } = settingsOf(options);
  const rule = destinationRule(allow);
  return definePlugin({
    id: "webhooks",
    source: { module: "@cadastre/webhooks", name: "webhooksPlugin" },
    features: ["webhooks"],
    model: { entities: [webhookTable, deliveryTable, progressTable].map(({ entity }) => entity), migrations: webhookMigrations },
    encryptedColumns: webhookSecretColumns,
    services: [
      provide(EVENT_CATALOGUE, [], () => new EventCatalogue()),
      provide(WEBHOOK_OWNERS, [], () => new WebhookOwners()),
      provide(VAULT, [SECRETS], (secrets) => new WebhookVault(secrets)),
      provide(SENDER, [CLOCK], (clock) => new LazySender({ clock, headerPrefix, rule, ...(network === undefined ? {} : { network }) })),
      provide(
        WEBHOOKS,
        [STORAGE, WRITES, EVENTS, CLOCK, EVENT_CATALOGUE, WEBHOOK_OWNERS, VAULT],
        (storage, writes, events, clock, catalogue, owners, vault) =>
          new WebhookService({ storage, writes, events, clock, catalogue, owners, vault, headerPrefix, rule }),
      ),
      provide(
        DELIVERY_WORKER,
        [STORAGE, EVENTS, CLOCK, LOGGER, VAULT, WEBHOOK_OWNERS, SENDER],
        (storage, events, clock, logger, vault, owners, sender) => {
          const fanOut = new FanOut({ storage, events, clock, logger, owners });
          const shipments = new Shipments(storage, clock, vault, owners);
          return new DeliveryWorker({
            storage,
            events,
            clock,
            logger,
            fanOut,
            shipments,
            sender,
            limits: { perWebhook: concurrency, total: totalConcurrency },
            leaseMs,
          });
        },
      ),
      provide(
        DELIVERIES,
        [STORAGE, WRITES, CLOCK, WEBHOOKS, WEBHOOK_OWNERS, VAULT, SENDER, DELIVERY_WORKER],
        (storage, writes, clock, webhooks, owners, vault, sender, worker) =>
          new DeliveryService({ storage, writes, clock, webhooks, owners, vault, sender, worker }),
      ),
      provide(
        DELIVERY_RETENTION,
        [STORAGE, CLOCK, LOGGER],
        (storage, clock, logger) => new DeliveryRetention(storage, clock, logger, retentionDays),
      ),
      provide(DELIVERY_METRICS, [STORAGE, CLOCK, DELIVERY_WORKER], (storage, clock, worker) => deliveryMetrics(storage, clock, worker)),
      provide(FAILED_DELIVERIES, [STORAGE, WEBHOOK_OWNERS], (storage, owners) => failedDeliveries(storage, owners)),
      provide(DELIVERY_CHECK, [DELIVERY_WORKER], (worker) => deliveryCheck(worker)),
    ],
    healthChecks: [DELIVERY_CHECK],
    metricSources: [DELIVERY_METRICS],
    dashboardSources: [FAILED_DELIVERIES],
    permissions: webhookPermissions,
    operations: [webhookOperations, deliveryOperations].flatMap((group): unknown[] => Object.values(group)) as readonly AnyOperation[],
    options: WebhooksOptions,
    start: (host) => {
      host.get(EVENT_CATALOGUE).load(host.events);
      host.get(WEBHOOK_OWNERS).load(host.events, host.userRights);
    },
    startWork: (host) => {
      if (!deliver) return;
      host.get(DELIVERY_WORKER).start();
      host.get(DELIVERY_RETENTION).start();
    },
    stop: async (host) => {
      await host.get(DELIVERY_WORKER).stop();
      await host.get(DELIVERY_RETENTION).stop();
    },
  });
}
