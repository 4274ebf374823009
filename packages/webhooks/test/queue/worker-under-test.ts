import { EVENTS, type EventSource, LOGGER, type OpenStorage, SECRETS, STORAGE } from "@cadastre/inventory-core";
import type { FakeClock } from "@cadastre/testing";
import type { Outcome, Sender, Shipment } from "../../src/attempt/attempt.ts";
import { DeliveryWorker } from "../../src/queue/delivery-worker.ts";
import { FanOut } from "../../src/queue/fan-out.ts";
import { Shipments } from "../../src/queue/shipments.ts";
import { WEBHOOK_OWNERS } from "../../src/webhooks/webhook-owners.ts";
import { WebhookVault } from "../../src/webhooks/webhook-vault.ts";
import type { HostWithWebhooks } from "../hosts.ts";

export const LEASE_MS = 10_000;

/** An attempt that a test ends when it likes. */
export interface HeldAttempt {
  readonly shipment: Shipment;
  readonly data: Record<string, unknown>;
  end(status: number): void;
}

/** A sender whose attempts all wait for the test, or for the stop. */
export class HeldSender implements Sender {
  readonly attempts: HeldAttempt[] = [];

  async send(shipment: Shipment, signal: AbortSignal): Promise<Outcome> {
    signal.throwIfAborted();
    const ended = Promise.withResolvers<Outcome>();
    signal.addEventListener("abort", () => ended.reject(signal.reason as Error), { once: true });
    const { data } = JSON.parse(shipment.body) as { data: Record<string, unknown> };
    this.attempts.push({ shipment, data, end: (status) => ended.resolve(outcomeOf(status)) });
    return await ended.promise;
  }
}

/** A sender whose receiver always answers at once. */
export class QuickSender implements Sender {
  readonly sent: Shipment[] = [];

  async send(shipment: Shipment): Promise<Outcome> {
    this.sent.push(shipment);
    return outcomeOf(204);
  }
}

function outcomeOf(status: number): Outcome {
  const delivered = status < 300;
  return { delivered, status, body: "", error: delivered ? "" : String(status), durationMs: 1 };
}

/** What differs from the host's own. */
export interface WorkerChanges {
  readonly clock?: FakeClock;
  readonly storage?: OpenStorage;
  readonly events?: EventSource;
  readonly shipments?: (storage: OpenStorage, vault: WebhookVault) => Shipments;
}

/** A worker on the database of a host that delivers nothing itself. */
export function workerOf({ inventory, clock: usual }: HostWithWebhooks, sender: Sender, changes: WorkerChanges = {}): DeliveryWorker {
  const { host } = inventory;
  const { clock = usual, storage = host.get(STORAGE), events = host.get(EVENTS) } = changes;
  const vault = new WebhookVault(host.get(SECRETS));
  const logger = host.get(LOGGER);
  const owners = host.get(WEBHOOK_OWNERS);
  const shipments = changes.shipments?.(storage, vault) ?? new Shipments(storage, clock, vault, owners);
  const fanOut = new FanOut({ storage, events, clock, logger, owners });
  return new DeliveryWorker({
    storage,
    events,
    clock,
    logger,
    fanOut,
    shipments,
    sender,
    limits: { perWebhook: 4, total: 16 },
    leaseMs: LEASE_MS,
  });
}

/** Stops a worker on a clock that somebody has to move. */
export async function stopped(worker: DeliveryWorker, clock: FakeClock): Promise<void> {
  let over = false;
  const stopping = worker.stop().finally(() => (over = true));
  while (!over) {
    await clock.advance(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await stopping;
}

/** A storage that is away while `away.now` is true. */
export function storageThatGoesAway(storage: OpenStorage, away: { now: boolean }): OpenStorage {
  const check = (): void => {
    if (away.now) throw new Error("the database is away");
  };
  const guarded = <T extends object>(target: T, names: readonly string[]): T =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        const method = value as (...args: unknown[]) => unknown;
        if (!names.includes(String(name))) return method.bind(target);
        return async (...args: unknown[]) => {
          check();
          return await method.apply(target, args);
        };
      },
    });
  const read = guarded(storage.read, ["all", "get"]);
  return new Proxy(guarded(storage, ["write"]), {
    get: (target, name) => (name === "read" ? read : (Reflect.get(target, name, target) as unknown)),
  });
}
