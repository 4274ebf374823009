import { STORAGE } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deliveryMetrics, MAX_COUNTED, QUEUE } from "../../src/queue/delivery-metrics.ts";
import { type HostWithWebhooks, openHost } from "../hosts.ts";
import { HeldSender, LEASE_MS, QuickSender, stopped, workerOf } from "./worker-under-test.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { analyze, planOf } from "../../../../testing/plans.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const DEVICES = 7;

describe.each(DATABASES)("the metrics of a backlog on %s", (dialect, open) => {
  let place: TestDatabase;
  let host: HostWithWebhooks;
  beforeEach(async () => {
    place = await open();
    host = await openHost(place.storage(), { deliver: false });
  });
  afterEach(async () => {
    await host.close();
    await place[Symbol.asyncDispose]();
  });

  const subscribe = async (name: string): Promise<string> =>
    (await host.webhooks.create({ name, url: "http://10.0.0.1/", events: ["device.created"], headers: {}, retry_count: 0 })).id;
  const told = async (worker: ReturnType<typeof workerOf>): Promise<Readonly<Record<string, number>>> => {
    const metrics = await deliveryMetrics(host.inventory.host.get(STORAGE), host.clock, worker).collect();
    return Object.fromEntries(
      metrics.flatMap(({ name, samples }) =>
        samples.length === 1 ? [[name.replace("cadastre_webhook", ""), samples[0]?.value ?? Number.NaN]] : [],
      ),
    );
  };

  test("what is due and nobody sends, how many webhooks are late, and since when", async () => {
    await subscribe("first");
    const second = await subscribe("second");
    for (let index = 0; index < DEVICES; index += 1) await host.inventory.devices.create({ name: `d${index}` });
    const held = new HeldSender();
    const worker = workerOf(host, held);
    expect(await told(worker)).toEqual({ _attempts_in_flight: 0, _deliveries_due: 0, s_late: 0, _oldest_due_seconds: 0 });
    worker.start();
    await host.until(() => held.attempts.length === 2, "an attempt of each webhook: nobody knows yet how quick they are");
    const { attempts } = held;
    // What is being sent is not due.
    expect(await told(worker)).toMatchObject({ _attempts_in_flight: 2, _deliveries_due: 2 * (DEVICES - 1), s_late: 2 });
    // A host that leaves gives back what it was sending.
    await stopped(worker, host.clock);
    const next = workerOf(host, new QuickSender());
    await host.clock.advance(LEASE_MS * 6);
    const left = await told(next);
    expect(left).toMatchObject({ _attempts_in_flight: 0, _deliveries_due: 2 * DEVICES, s_late: 2 });
    expect(attempts).toHaveLength(2);
    const rows = await host.inventory.host
      .get(STORAGE)
      .read.all<{ claim_at: string }>("select claim_at from webhook_delivery order by claim_at limit 1");
    expect(left["_oldest_due_seconds"]).toBe((host.clock.now() - Date.parse(rows[0]?.claim_at ?? "")) / 1000);
    expect(left["_oldest_due_seconds"]).toBeGreaterThanOrEqual((LEASE_MS * 6) / 1000);
    // A webhook that is switched off is not late.
    await host.webhooks.update(second, { enabled: false });
    expect(await told(next)).toMatchObject({ _deliveries_due: DEVICES, s_late: 1 });
    next.start();
    await host.until(async () => (await told(next))["_deliveries_due"] === 0, "the backlog is worked off");
    expect(await told(next)).toMatchObject({ s_late: 0, _oldest_due_seconds: 0 });
    await stopped(next, host.clock);
  });

  test("costs a look into an index with 100,000 deliveries, of those that are due only so many are counted", async () => {
    const [hook] = [await subscribe("slow"), await subscribe("idle")];
    const storage = host.inventory.host.get(STORAGE);
    const long = new Date(host.clock.now() - 3_600_000).toISOString();
    await storage.write(async (transaction) => {
      await transaction.run(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000)
         insert into webhook_delivery (id, webhook_id, event_id, event, record_id, status, turn, claim_at, retry, attempt_count,
           request_body, response_body, error, created_at, updated_at)
         select 'd' || i, ?, 'e' || i, 'device.created', 'r' || i,
           case when i % 90 = 0 then 'pending' else 'delivered' end, 2,
           case when i % 90 = 0 then ? end, 0, 0, '{}', '', '', ?, ? from n`,
        [hook, long, long, long],
      );
    });
    await analyze(storage, "webhook_delivery");
    const worker = workerOf(host, new QuickSender());
    expect(await told(worker)).toMatchObject({ _deliveries_due: MAX_COUNTED, s_late: 1, _oldest_due_seconds: 3600 });
    const now = new Date(host.clock.now()).toISOString();
    const plan = (await planOf(storage, QUEUE, [now, now])).split("\n");
    expect(plan.filter((line) => line.includes("webhook_delivery_due")).length).toBeGreaterThanOrEqual(2);
    expect(plan.filter((line) => /SCAN d\b|Seq Scan on webhook_delivery|Sort|TEMP B-TREE/.test(line))).toEqual([]);
  });
});
