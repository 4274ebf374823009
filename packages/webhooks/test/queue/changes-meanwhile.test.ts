import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { DeliveryWorker } from "../../src/queue/delivery-worker.ts";
import { type HostWithWebhooks, openHost } from "../hosts.ts";
import { HeldSender, QuickSender, stopped, workerOf } from "./worker-under-test.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("during an attempt, on %s", (_, open) => {
  let place: TestDatabase;
  let host: HostWithWebhooks;
  let hook: string;
  let sender: HeldSender;
  let worker: DeliveryWorker;

  beforeEach(async () => {
    place = await open();
    host = await openHost(place.storage(), { deliver: false });
    ({ id: hook } = await host.webhooks.create({
      name: "hook",
      url: "http://10.0.0.1/",
      events: ["device.created", "device.updated"],
      headers: {},
    }));
    sender = new HeldSender();
    worker = workerOf(host, sender);
    worker.start();
  });
  afterEach(async () => {
    await stopped(worker, host.clock);
    await host.close();
    await place[Symbol.asyncDispose]();
  });

  const history = async () => [...(await host.deliveries.list(hook))].toReversed();
  const underWay = async (count: number): Promise<void> => await host.until(() => sender.attempts.length === count, `attempt ${count}`);
  const fannedOut = async (count: number): Promise<void> =>
    await host.until(async () => (await history()).length === count, `${count} deliveries`);
  /** Long enough for whatever should not happen. */
  const aWhile = async (): Promise<void> => {
    const until = host.clock.now() + 30_000;
    await host.until(() => host.clock.now() > until, "time", 500);
  };

  test("a webhook may be disabled: what is under way ends as cancelled, what waits behind it never leaves", async () => {
    const { id } = await host.inventory.devices.create({ name: "d" });
    await host.inventory.devices.update(id, { name: "e" });
    await underWay(1);
    await fannedOut(2);
    await host.webhooks.update(hook, { enabled: false });
    sender.attempts[0]?.end(204);
    await aWhile();
    expect(sender.attempts).toHaveLength(1);
    expect(await history()).toMatchObject([{ status: "cancelled" }, { status: "cancelled" }]);
    await host.webhooks.update(hook, { enabled: true });
    await host.inventory.devices.update(id, { name: "f" });
    await underWay(2);
    expect(sender.attempts[1]?.data["name"]).toBe("f");
    sender.attempts[1]?.end(204);
    await host.until(async () => (await history())[2]?.status === "success", "its end");
  });

  test("a webhook may be deleted: nothing more is sent, and the end of the attempt harms nothing", async () => {
    const { id } = await host.inventory.devices.create({ name: "d" });
    await host.inventory.devices.update(id, { name: "e" });
    await underWay(1);
    await fannedOut(2);
    await host.webhooks.delete(hook);
    sender.attempts[0]?.end(500);
    await aWhile();
    expect(sender.attempts).toHaveLength(1);
    const { id: next } = await host.webhooks.create({ name: "next", url: "http://10.0.0.1/", events: ["device.updated"], headers: {} });
    await host.inventory.devices.update(id, { name: "f" });
    await underWay(2);
    sender.attempts[1]?.end(204);
    await host.until(async () => [...(await host.deliveries.list(next))][0]?.status === "success", "another webhook");
  });

  test("a first attempt is not begun again by a redelivery", async () => {
    await host.inventory.devices.create({ name: "d" });
    await underWay(1);
    const [{ id } = { id: "" }] = await history();
    await host.deliveries.redeliver(hook, id);
    await aWhile();
    expect(sender.attempts).toHaveLength(1);
    sender.attempts[0]?.end(204);
    await host.until(async () => (await history())[0]?.status === "success", "its end");
  });

  test("a redelivery begins a retry anew, whose late end changes nothing", async () => {
    await host.inventory.devices.create({ name: "d" });
    await underWay(1);
    sender.attempts[0]?.end(500);
    await host.until(() => sender.attempts.length === 2, "the retry", 5_000);
    const [{ id } = { id: "" }] = await history();
    expect(await host.deliveries.redeliver(hook, id)).toMatchObject({ status: "pending" });
    // A receiver that answered has more than one slot, so it leaves beside the retry.
    sender.attempts[1]?.end(500);
    await underWay(3);
    expect(sender.attempts[2]?.shipment).toEqual(sender.attempts[1]?.shipment);
    await aWhile();
    expect(await history()).toMatchObject([{ status: "pending", attempt_count: 1 }]);
    sender.attempts[2]?.end(204);
    await host.until(async () => (await history())[0]?.status === "success", "its end");
    expect((await history())[0]).toMatchObject({ attempt_count: 2, next_attempt_at: null });
  });

  test("another host's events of the same record wait behind it", async () => {
    const other = await openHost(place.storage(), { deliver: false }, { clock: host.clock });
    const quick = new QuickSender();
    const second = workerOf(other, quick);
    second.start();
    const { id } = await host.inventory.devices.create({ name: "d0" });
    // Whoever of the two took it, the one that waits for the test is the one to look at.
    await host.until(() => sender.attempts.length + quick.sent.length === 1, "the first attempt");
    // Whoever waits for the other's lock on SQLite waits by the clock.
    const moving = async (change: PromiseLike<unknown>): Promise<void> => {
      let over = false;
      void change.then(() => (over = true));
      await host.until(() => over, "the change");
    };
    for (let index = 1; index <= 6; index += 1)
      await moving((index % 2 === 0 ? host : other).inventory.devices.update(id, { name: `d${index}` }));
    const allLeft = (): boolean => {
      for (const attempt of sender.attempts) attempt.end(204);
      return sender.attempts.length + quick.sent.length === 7;
    };
    await host.until(allLeft, "all seven");
    await host.until(async () => (await history()).every(({ status }) => status === "success"), "their ends");
    const ends = (await history()).map(({ updated_at: at }) => at);
    expect(ends).toEqual(ends.toSorted((a, b) => a.localeCompare(b)));
    for (const sent of [
      sender.attempts.map(({ data }) => String(data["name"])),
      quick.sent.map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name),
    ]) {
      expect(sent).toEqual([...new Set(sent)].toSorted((a, b) => a.localeCompare(b)));
    }
    await stopped(second, host.clock);
    await other.close();
  });
});
