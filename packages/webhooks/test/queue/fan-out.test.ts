import { EVENTS, type EventSource, LOGGER, type OpenStorage, STORAGE } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DELIVERIES_PER_STEP, FanOut } from "../../src/queue/fan-out.ts";
import { WEBHOOK_OWNERS } from "../../src/webhooks/webhook-owners.ts";
import { type HostWithWebhooks, openHost } from "../hosts.ts";
import { QuickSender, stopped, workerOf } from "./worker-under-test.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const LONG_NAMES = Array.from({ length: 500 }, (_, index) => `d${index}.${"x".repeat(60)}.${"y".repeat(60)}.${"z".repeat(60)}`);

/** A storage with the characters of the bodies that each insertion of deliveries has. */
function withInsertSizes(inner: OpenStorage): { readonly storage: OpenStorage; readonly sizes: readonly number[] } {
  const sizes: number[] = [];
  const overriding = <Target extends object>(target: Target, own: Partial<Target>): Target =>
    new Proxy(target, {
      get: (object, name): unknown => {
        const value: unknown = own[name as keyof Target] ?? Reflect.get(object, name, object);
        return typeof value === "function" ? value.bind(object) : value;
      },
    });
  const storage = overriding(inner, {
    write: async (work, ...rest) =>
      await inner.write(
        async (transaction) =>
          await work(
            overriding(transaction, {
              insert: async (table, columns, rows) => {
                if (table === "webhook_delivery")
                  sizes.push(rows.reduce((sum, row) => sum + String(row[columns.indexOf("request_body")]).length, 0));
                await transaction.insert(table, columns, rows);
              },
            }),
          ),
        ...rest,
      ),
  });
  return { storage, sizes };
}

describe.each(DATABASES)("fan-out on %s", (_, open) => {
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

  const subscribe = async (events: string[]): Promise<string> =>
    (await host.webhooks.create({ name: "hook", url: "http://10.0.0.1/", events, headers: {} })).id;
  const createDevices = async (count: number, from = 0): Promise<void> => {
    for (let index = from; index < from + count; index += 1) await host.inventory.devices.create({ name: `d${index}` });
  };
  const fanOutOf = (of = host, events: EventSource = of.inventory.host.get(EVENTS), storage = of.inventory.host.get(STORAGE)): FanOut =>
    new FanOut({
      storage,
      events,
      clock: of.clock,
      logger: of.inventory.host.get(LOGGER),
      owners: of.inventory.host.get(WEBHOOK_OWNERS),
    });
  const all = async (...fanOuts: FanOut[]): Promise<void> => {
    await Promise.all(
      fanOuts.map(async (one) => {
        while (await one.step());
      }),
    );
  };
  const namesOf = async (id: string): Promise<unknown[]> =>
    [...(await host.deliveries.list(id))]
      .map(({ request_body: body }) => (JSON.parse(body) as { data: { name: string } }).data.name)
      .toReversed();
  const names = (from: number, to: number): string[] => Array.from({ length: to - from }, (__, index) => `d${from + index}`);
  const placeInLog = async (): Promise<string | undefined> =>
    (await host.inventory.host.get(STORAGE).read.get<{ cursor: string }>("select cursor from webhook_progress"))?.cursor;

  test("by hosts at once makes one delivery of each event", async () => {
    const hook = await subscribe(["device.created"]);
    await createDevices(230);
    const other = await openHost(place.storage(), { deliver: false }, { clock: host.clock });
    await all(fanOutOf(), fanOutOf(), fanOutOf(other), fanOutOf(other));
    expect(await namesOf(hook)).toEqual(names(0, 230));
    await other.close();
  });

  test("writes a bounded number of deliveries in one transaction, however many webhooks there are", async () => {
    for (let hook = 0; hook < 40; hook += 1) await subscribe(["device.created"]);
    await createDevices(60);
    const storage = host.inventory.host.get(STORAGE);
    const count = async (): Promise<number> =>
      Number((await storage.read.get<{ count: number | string }>("select count(*) as count from webhook_delivery"))?.count);
    const fanOut = fanOutOf();
    const steps: number[] = [];
    for (let [more, before] = [true, 0]; more; before += steps.at(-1) ?? 0) {
      more = await fanOut.step();
      steps.push((await count()) - before);
    }
    expect(steps).toEqual([DELIVERIES_PER_STEP, DELIVERIES_PER_STEP, 400]);
  });

  test("writes the bodies of a long event for many webhooks a few at a time", async () => {
    for (let hook = 0; hook < 20; hook += 1) await subscribe(["device.created"]);
    await host.inventory.devices.create({ name: "long", description: "x".repeat(4000), domains: LONG_NAMES });
    const { storage, sizes } = withInsertSizes(host.inventory.host.get(STORAGE));
    await all(fanOutOf(host, undefined, storage));
    expect(sizes.length).toBeGreaterThan(5);
    expect(Math.max(...sizes)).toBeLessThan(300_000);
  });

  test("delivers what listeners hear of transactions: all of one that was committed, and nothing of one that failed", async () => {
    const hook = await subscribe(["device.created"]);
    const heard: string[] = [];
    host.inventory.events.on("device.created", ({ data }) => void heard.push(data.name));
    for (const number of [1, 2, 3]) {
      const done = host.inventory.transaction(async (tx) => {
        for (const part of ["a", "b"]) await tx.devices.create({ name: `d${number}${part}` });
        if (number === 2) throw new Error("no");
      });
      await done.catch(() => {});
    }
    await all(fanOutOf());
    expect(await namesOf(hook)).toEqual(["d1a", "d1b", "d3a", "d3b"]);
    expect(heard).toEqual(await namesOf(hook));
  });

  test("that fails again and again keeps no retry back", async () => {
    const hook = await subscribe(["device.created"]);
    await createDevices(1);
    await all(fanOutOf());
    const events = host.inventory.host.get(EVENTS);
    const broken: EventSource = Object.assign(Object.create(events) as EventSource, {
      after: async () => await Promise.reject(new Error("the log cannot be read")),
    });
    const sender = new QuickSender();
    const worker = workerOf(host, sender, { events: broken });
    worker.start();
    await host.until(() => sender.sent.length === 1, "the delivery");
    await stopped(worker, host.clock);
    expect([...(await host.deliveries.list(hook))]).toMatchObject([{ status: "success" }]);
  });

  test("begins where the webhooks begin, when no host that delivers was there before", async () => {
    await createDevices(1);
    const hook = await subscribe(["device.created"]);
    await createDevices(2, 1);
    const sender = new QuickSender();
    const worker = workerOf(host, sender);
    worker.start();
    await host.until(() => sender.sent.length === 2, "what was committed before the first worker");
    await stopped(worker, host.clock);
    expect(await namesOf(hook)).toEqual(["d1", "d2"]);
  });

  test("gives a webhook that is made during a backlog what is committed from then on", async () => {
    const first = await subscribe(["device.created"]);
    await createDevices(150);
    const fanOut = fanOutOf();
    expect(await fanOut.step()).toBe(true);
    const second = await subscribe(["device.created"]);
    await createDevices(120, 150);
    await all(fanOut);
    expect(await namesOf(first)).toEqual(names(0, 270));
    expect(await namesOf(second)).toEqual(names(150, 270));
  });

  test("misses nothing of a webhook that is made while a page is read", async () => {
    await subscribe(["network.created"]);
    await createDevices(3);
    const source = host.inventory.host.get(EVENTS);
    let second: string | undefined;
    const events: EventSource = {
      on: source.on.bind(source),
      end: async () => await source.end(),
      compare: (a, b) => source.compare(a, b),
      async after(cursor, limit) {
        if (second === undefined) {
          second = await subscribe(["device.created"]);
          await createDevices(2, 3);
        }
        return await source.after(cursor, limit);
      },
    };
    const fanOut = fanOutOf(host, events);
    await all(fanOut);
    await all(fanOut);
    expect(await namesOf(second ?? "")).toEqual(["d3", "d4"]);
  });

  test("gives a webhook what it newly asks for, from then on", async () => {
    const hook = await subscribe(["network.created"]);
    const fanOut = fanOutOf();
    await createDevices(3);
    await all(fanOut);
    await host.webhooks.update(hook, { events: ["device.created"] });
    await createDevices(2, 3);
    await all(fanOut);
    expect(await namesOf(hook)).toEqual(["d3", "d4"]);
  });

  test("passes over events that nobody asks for, and writes down where it is only now and then", async () => {
    const hook = await subscribe(["network.created"]);
    const fanOut = fanOutOf();
    await createDevices(450);
    await all(fanOut);
    expect(await placeInLog()).toBeUndefined();
    await createDevices(60, 450);
    await all(fanOut);
    const written = await placeInLog();
    expect(written).toBeDefined();
    await host.inventory.networks.create({ name: "lan", subnet: "10.0.0.0/24" });
    await all(fanOut);
    expect(await placeInLog()).not.toBe(written);
    expect(await namesOf(hook)).toEqual(["lan"]);
  });

  test("makes the same delivery again, when it was lost with the power", async () => {
    const hook = await subscribe(["device.created"]);
    await createDevices(3);
    const storage = host.inventory.host.get(STORAGE);
    const idsOf = async (): Promise<unknown[]> =>
      await storage.read.all("select id, event_id, request_body from webhook_delivery where webhook_id = ? order by seq", [hook]);
    await all(fanOutOf());
    const before = await idsOf();
    await storage.write(async (transaction) => {
      await transaction.run("delete from webhook_delivery");
      await transaction.run("delete from webhook_progress");
    });
    await all(fanOutOf());
    expect(await idsOf()).toEqual(before);
    expect(before).toHaveLength(3);
  });
});
