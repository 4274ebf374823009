import { AsyncLocalStorage } from "node:async_hooks";
import { STORAGE } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { releaseClaims, renewLeases } from "../../src/queue/claims.ts";
import { Shipments } from "../../src/queue/shipments.ts";
import { type HostWithWebhooks, openHost } from "../hosts.ts";
import { HeldSender, LEASE_MS, QuickSender, stopped, storageThatGoesAway, workerOf } from "./worker-under-test.ts";
import { WEBHOOK_OWNERS } from "../../src/webhooks/webhook-owners.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("what a worker has taken, on %s", (name, open) => {
  let place: TestDatabase;
  let host: HostWithWebhooks;
  let hook: string;

  beforeEach(async () => {
    place = await open();
    host = await openHost(place.storage(), { deliver: false });
    ({ id: hook } = await host.webhooks.create({
      name: "hook",
      url: "http://10.0.0.1/",
      events: ["device.created", "device.updated"],
      headers: {},
    }));
  });
  afterEach(async () => {
    await host.close();
    await place[Symbol.asyncDispose]();
  });

  const history = async () => await host.deliveries.list(hook);
  const settled = async (): Promise<void> =>
    await host.until(async () => (await history()).every(({ status }) => status === "success"), "all delivered");

  test("is taken by another one when it stands still for longer than the lease, and its late end changes nothing", async () => {
    const stalled = new HeldSender();
    const other = new QuickSender();
    const first = workerOf(host, stalled);
    first.start();
    const { id } = await host.inventory.devices.create({ name: "d" });
    await host.inventory.devices.update(id, { name: "e" });
    await host.until(() => stalled.attempts.length === 1, "the first attempt", 0);
    // The clock of the first worker stands still, and with it whatever renews its leases.
    const later = new FakeClock(new Date(host.clock.now() + LEASE_MS + 1).toISOString());
    const second = workerOf(host, other, { clock: later });
    second.start();
    await host.until(async () => (await later.advance(10), other.sent.length === 2), "the takeover", 0);
    await host.until(async () => (await later.advance(10), (await history()).every(({ status }) => status === "success")), "its end", 0);
    expect(other.sent[0]).toMatchObject({ deliveryId: stalled.attempts[0]?.shipment.deliveryId, body: stalled.attempts[0]?.shipment.body });
    const before = [...(await history())];
    stalled.attempts[0]?.end(500);
    await stopped(first, host.clock);
    await stopped(second, later);
    expect([...(await history())]).toEqual(before);
    expect(before.map(({ attempt_count: count }) => count)).toEqual([1, 1]);
    expect(stalled.attempts).toHaveLength(1);
  });

  test("stays its own for as long as it renews, however long an attempt takes", async () => {
    const [held, other] = [new HeldSender(), new QuickSender()];
    const [first, second] = [workerOf(host, held), workerOf(host, other)];
    first.start();
    await host.inventory.devices.create({ name: "d" });
    await host.until(() => held.attempts.length === 1, "the attempt");
    second.start();
    const { read } = host.inventory.host.get(STORAGE);
    const leftMs = async (): Promise<number> =>
      Date.parse((await read.get<{ claim_at: string }>("select claim_at from webhook_delivery where lease is not null"))?.claim_at ?? "") -
      host.clock.now();
    for (const until = host.clock.now() + 5 * LEASE_MS; host.clock.now() < until;) {
      // Time goes on when the renewal that was due has reached the database, which takes real time.
      await host.until(async () => (await leftMs()) > LEASE_MS / 2, "a renewal", 0);
      await host.clock.advance(500);
    }
    expect(other.sent).toEqual([]);
    held.attempts[0]?.end(204);
    await settled();
    await stopped(first, host.clock);
    await stopped(second, host.clock);
  });

  test("is due at once when it is broken off by a stop", async () => {
    const [held, other] = [new HeldSender(), new QuickSender()];
    const [first, second] = [workerOf(host, held), workerOf(host, other)];
    first.start();
    await host.inventory.devices.create({ name: "d" });
    await host.until(() => held.attempts.length === 1, "the attempt");
    await stopped(first, host.clock);
    expect([...(await history())]).toMatchObject([{ status: "pending", attempt_count: 0 }]);
    const at = host.clock.now();
    second.start();
    await host.until(() => other.sent.length === 1, "the next worker", 0);
    expect(host.clock.now()).toBe(at);
    await settled();
    await stopped(second, host.clock);
  });

  test("is written down when the database comes back after 20 s, and not sent again", async () => {
    const away = { now: false };
    const held = new HeldSender();
    const worker = workerOf(host, held, { storage: storageThatGoesAway(host.inventory.host.get(STORAGE), away) });
    worker.start();
    for (const name of ["a", "b", "c"]) {
      await host.inventory.devices.create({ name });
      await host.until(() => held.attempts.some(({ data }) => data["name"] === name), `the attempt of ${name}`);
      // A receiver has to answer before it gets several at a time.
      if (name === "a") held.attempts[0]?.end(204);
    }
    away.now = true;
    for (const attempt of held.attempts) attempt.end(204);
    for (let second = 0; second < 20; second += 1) await host.clock.advance(1000);
    away.now = false;
    await settled();
    expect(held.attempts).toHaveLength(3);
    expect([...(await history())].map(({ attempt_count: count }) => count)).toEqual([1, 1, 1]);
    await stopped(worker, host.clock);
  });

  test("does not keep it from stopping while the database is away", async () => {
    const away = { now: false };
    const held = new HeldSender();
    const worker = workerOf(host, held, { storage: storageThatGoesAway(host.inventory.host.get(STORAGE), away) });
    worker.start();
    await host.inventory.devices.create({ name: "d" });
    await host.until(() => held.attempts.length === 1, "the attempt");
    away.now = true;
    held.attempts[0]?.end(204);
    await stopped(worker, host.clock);
    expect([...(await history())]).toMatchObject([{ status: "pending" }]);
  });

  test("is sent when the database fails between the claim and the webhook", async () => {
    let failures = 0;
    class FailingOnce extends Shipments {
      override async of(...claims: Parameters<Shipments["of"]>): ReturnType<Shipments["of"]> {
        failures += 1;
        if (failures === 1) throw new Error("the database is away");
        return await super.of(...claims);
      }
    }
    const sender = new QuickSender();
    const worker = workerOf(host, sender, {
      shipments: (storage, vault) => new FailingOnce(storage, host.clock, vault, host.inventory.host.get(WEBHOOK_OWNERS)),
    });
    worker.start();
    await host.inventory.devices.create({ name: "d" });
    await host.until(() => sender.sent.length === 1, "the delivery after the lease", 500);
    await settled();
    await stopped(worker, host.clock);
  });

  test("is not added to by a worker that stops in front of a backlog", async () => {
    for (let index = 0; index < 30; index += 1) await host.inventory.devices.create({ name: `d${index}` });
    const held = new HeldSender();
    const worker = workerOf(host, held);
    worker.start();
    await host.until(() => held.attempts.length === 1, "the first attempt");
    const stopping = stopped(worker, host.clock);
    held.attempts[0]?.end(204);
    await stopping;
    expect(held.attempts).toHaveLength(1);
    expect([...(await history())].filter(({ status }) => status === "success")).toHaveLength(1);
  });

  test.runIf(name === "postgresql")(
    "is renewed and given back without waiting for whoever is just changing it, which could be a deadlock",
    async () => {
      const held = new HeldSender();
      const worker = workerOf(host, held);
      worker.start();
      await host.inventory.devices.create({ name: "d" });
      await host.until(() => held.attempts.length === 1, "the attempt");
      const storage = host.inventory.host.get(STORAGE);
      const { lease } = (await storage.read.get<{ lease: string }>("select lease from webhook_delivery")) ?? { lease: "" };
      const now = new Date(host.clock.now()).toISOString();
      const outside = AsyncLocalStorage.snapshot();
      await storage.write(async (transaction) => {
        await transaction.run("update webhook_delivery set error = ? where lease = ?", ["being changed", lease]);
        await outside(async () => {
          await renewLeases(storage, [lease], now);
          await releaseClaims(storage, [lease], now);
        });
      });
      expect(await storage.read.get("select lease from webhook_delivery")).toEqual({ lease });
      held.attempts[0]?.end(204);
      await settled();
      await stopped(worker, host.clock);
    },
  );
});
