import { EVENTS, LOGGER, SECRETS, STORAGE } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { expect, test } from "vitest";
import type { Outcome, Sender } from "../src/attempt/attempt.ts";
import { DeliveryWorker } from "../src/queue/delivery-worker.ts";
import { FanOut } from "../src/queue/fan-out.ts";
import { Shipments } from "../src/queue/shipments.ts";
import { WEBHOOK_OWNERS } from "../src/webhooks/webhook-owners.ts";
import { WebhookVault } from "../src/webhooks/webhook-vault.ts";
import { type HostWithWebhooks, openHost } from "./hosts.ts";
import { DATABASES } from "../../../testing/storages.ts";
import { atDepth } from "../../../testing/depth.ts";

const CASES = atDepth({ few: 600, many: 3000, full: 10_000 });
const MINUTE = 60_000;
/** The waits of docs/spec/webhooks.md#retries, written out a second time: an independent table. */
const WAITS = [1 * MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 360 * MINUTE];

/** A small generator whose seed is printed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Case {
  /** How many attempts fail before one succeeds; when there are not that many, it fails for good. */
  readonly failures: number;
  readonly retries: number;
  readonly attemptsAt: number[];
}

interface Waiting {
  readonly one: Case;
  readonly due: number;
  readonly attempt: number;
}

/** When the next attempt is due; undefined when there is none. */
function dueOf({ failures, retries, attemptsAt }: Case): number | undefined {
  const done = attemptsAt.length;
  if (done === 0 || done > Math.min(failures, retries)) return undefined;
  return (attemptsAt[done - 1] as number) + (WAITS[done - 1] as number);
}

/** A worker over a sender that knows how each delivery goes; the host's own worker does not deliver. */
function workerOf({ inventory, clock }: HostWithWebhooks, sender: Sender): DeliveryWorker {
  const { host } = inventory;
  const [storage, events, logger, owners] = [host.get(STORAGE), host.get(EVENTS), host.get(LOGGER), host.get(WEBHOOK_OWNERS)];
  const shipments = new Shipments(storage, clock, new WebhookVault(host.get(SECRETS)), owners);
  const fanOut = new FanOut({ storage, events, clock, logger, owners });
  return new DeliveryWorker({
    storage,
    events,
    clock,
    logger,
    fanOut,
    shipments,
    sender,
    limits: { perWebhook: 1000, total: 10_000 },
    leaseMs: 60_000,
  });
}

const nameIn = (body: string): string => (JSON.parse(body) as { data: { name: string } }).data.name;

test.each(DATABASES)("random deliveries are tried exactly when the table says, across restarts, on %s", async (_, open) => {
  const seed = Number(process.env["CADASTRE_SEED"] ?? Date.now() % 1_000_000);
  const random = randomOf(seed);
  await using place = await open();
  const clock = new FakeClock();
  const cases = new Map<string, Case>();
  const sender: Sender = {
    async send({ url, body }): Promise<Outcome> {
      const one = cases.get(`${url} ${nameIn(body)}`) as Case;
      one.attemptsAt.push(clock.now());
      const delivered = one.attemptsAt.length > one.failures;
      return { delivered, status: delivered ? 204 : 500, body: "", error: delivered ? "" : "500", durationMs: 1 };
    },
  };
  const open1 = async () => {
    const host = await openHost(place.storage(), { deliver: false }, { clock });
    const worker = workerOf(host, sender);
    worker.start();
    return { host, worker };
  };
  let { host, worker } = await open1();
  // Every event goes to six webhooks, one for each number of retries.
  const urls = [0, 1, 2, 3, 4, 5].map((retries) => `http://10.0.0.1/${retries}`);
  for (const [retries, url] of urls.entries())
    await host.webhooks.create({ name: "r", url, events: ["device.created"], headers: {}, retry_count: retries });
  for (let index = 0; index < CASES / urls.length; index += 1) {
    const device = `d${index}`;
    for (const [retries, url] of urls.entries())
      cases.set(`${url} ${device}`, { failures: Math.floor(random() * (retries + 2)), retries, attemptsAt: [] });
    await host.inventory.devices.create({ name: device });
  }
  await host.until(() => [...cases.values()].every(({ attemptsAt }) => attemptsAt.length > 0), `first attempts (seed ${seed})`, 1);

  let upSince = 0;
  let restartAt = clock.now() + random() * 30 * MINUTE;
  for (;;) {
    const waiting = [...cases.values()]
      .map((one) => ({ one, due: dueOf(one), attempt: one.attemptsAt.length }))
      .filter((entry): entry is Waiting => entry.due !== undefined);
    if (waiting.length === 0) break;
    const next = Math.min(...waiting.map(({ due }) => due));
    if (restartAt < next) {
      await clock.advance(Math.max(0, Math.floor(restartAt - clock.now())));
      await worker.stop();
      await host.close();
      ({ host, worker } = await open1());
      upSince = clock.now();
      restartAt = clock.now() + random() * 240 * MINUTE;
      continue;
    }
    if (next > clock.now()) await clock.advance(next - clock.now());
    worker.wake();
    const now = clock.now();
    const due = waiting.filter((entry) => entry.due <= now).map(({ one, due, attempt }) => ({ one, attempt, at: Math.max(due, upSince) }));
    await host.until(() => due.every(({ one, attempt }) => one.attemptsAt.length > attempt), `attempts that are due (seed ${seed})`, 0);
    for (const { one, at, attempt } of due) expect(one.attemptsAt[attempt], `seed ${seed}`).toBe(at);
  }

  expect(cases.size).toBeGreaterThanOrEqual(CASES);
  // Everything is written down when the worker has stopped.
  await worker.stop();
  for (const webhook of await host.webhooks.list()) {
    for await (const delivery of host.deliveries.list(webhook.id)) {
      const { failures, retries, attemptsAt } = cases.get(`${webhook.url} ${nameIn(delivery.request_body)}`) as Case;
      expect(attemptsAt).toHaveLength(Math.min(failures, retries) + 1);
      expect(delivery).toMatchObject({
        status: failures <= retries ? "success" : "failed",
        attempt_count: attemptsAt.length,
        next_attempt_at: null,
      });
    }
  }
  await host.close();
});
