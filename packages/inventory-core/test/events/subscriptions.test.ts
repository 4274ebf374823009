import {
  createInventory,
  type Inventory,
  type KnownEvent,
  STORAGE,
  SYSTEM,
  type Subscription,
  type SubscriptionOptions,
  WRITES,
} from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import { retryWaitMs } from "../../src/events/subscriptions/running-subscription.ts";
import { EVENT_RETENTION } from "../../src/events/event-retention.ts";

it("waits for a repeated call from 1 second, doubled, up to 5 minutes", () => {
  expect([1, 2, 3, 8, 9, 10, 2_000].map(retryWaitMs)).toEqual([1_000, 2_000, 4_000, 128_000, 256_000, 300_000, 300_000]);
});

const DAY_MS = 86_400_000;

const nameOf = ({ data }: { readonly data: unknown }): string => (data as { name: string }).name;

afterEach(() => void vi.useRealTimers());

describe.each(DATABASES)("a durable subscription on %s", (_, openPlace) => {
  let place: TestDatabase;
  let clock: FakeClock;
  let inventory: Inventory;
  beforeEach(async () => {
    place = await openPlace();
    clock = new FakeClock();
    inventory = await createInventory({ storage: place.storage(), clock });
  });
  afterEach(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  const devices = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await inventory.devices.create({ name });
  };

  /** Subscribes with a handler that keeps the names of devices. */
  const gather = async (
    name: string,
    options: Omit<SubscriptionOptions<never>, "batch">,
    by = inventory,
  ): Promise<{ readonly names: string[]; readonly subscription: Subscription }> => {
    const names: string[] = [];
    const subscription = await by.events.subscribe(name, (event) => void names.push(nameOf(event)), options as { from: string });
    return { names, subscription };
  };

  const stateOf = async (name: string) => (await inventory.events.subscriptions()).find((one) => one.name === name);

  it("gets every event once in the order of the log, and goes on after a restart where it ended", async () => {
    await devices("a", "b");
    const first = await gather("dns", { from: "start" });
    await vi.waitFor(() => expect(first.names).toEqual(["a", "b"]));
    await devices("c");
    await vi.waitFor(() => expect(first.names).toEqual(["a", "b", "c"]));
    await inventory.close();
    inventory = await createInventory({ storage: place.storage(), clock });
    await devices("d");
    // The start counts for a new name only.
    const second = await gather("dns", { from: "start" });
    await vi.waitFor(() => expect(second.names).toEqual(["d"]));
  });

  it("begins at the oldest event, after the newest one, or after a cursor", async () => {
    await devices("a");
    const middle = await inventory.events.end();
    await devices("b");
    const all = await gather("all", { from: "start" });
    const after = await gather("after", { from: middle });
    const now = await gather("now", { from: "now" });
    await devices("c");
    await vi.waitFor(() => expect([all.names, after.names, now.names]).toEqual([["a", "b", "c"], ["b", "c"], ["c"]]));
  });

  it("gives arrays of wanted events where batch is above 1, each event with the cursor after it", async () => {
    const calls: (readonly string[])[] = [];
    const cursors: string[] = [];
    await devices("a", "b", "c");
    await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    await devices("d");
    await inventory.events.subscribe(
      "batches",
      (events) => {
        calls.push(events.map(({ data }) => data.name));
        cursors.push(...events.map(({ cursor }) => cursor));
      },
      { from: "start", events: ["device.created"], batch: 2 },
    );
    await vi.waitFor(() =>
      expect(calls).toEqual([
        ["a", "b"],
        ["c", "d"],
      ]),
    );
    const [first = ""] = cursors;
    expect((await inventory.events.read({ after: first })).events.map(nameOf)).toEqual(["b", "c", "n", "d"]);
    await vi.waitFor(async () => expect((await stateOf("batches"))?.cursor).toBe(cursors.at(-1)));
  });

  it("stores the cursor after each call, and passes events that the handler does not get", async () => {
    const { names, subscription } = await gather("few", { from: "now", events: ["network.created"] });
    await devices("a", "b");
    await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    await vi.waitFor(() => expect(names).toEqual(["n"]));
    await subscription.stop();
    await devices("c");
    const end = await inventory.events.end();
    await vi.waitFor(async () => {
      const again = await gather("few", { from: "now", events: ["network.created"] });
      await vi.waitFor(async () => expect(await stateOf("few")).toMatchObject({ isActive: true }));
      await again.subscription.stop();
      expect((await stateOf("few"))?.cursor).toBe(end);
      expect(again.names).toEqual([]);
    });
  });

  it("repeats a failed event after waits that double, and holds back nothing but its own name", async () => {
    const attempts: number[] = [];
    let isBroken = true;
    const names: string[] = [];
    await devices("a", "b");
    await inventory.events.subscribe(
      "fragile",
      (event) => {
        if (isBroken) throw new Error("the name server is away");
        names.push(nameOf(event));
      },
      { from: "start", onError: (error, events, attempt) => void attempts.push(attempt, events.length) },
    );
    const other = await gather("other", { from: "start" });
    await vi.waitFor(() => expect(other.names).toEqual(["a", "b"]));
    await vi.waitFor(() => expect(attempts).toEqual([1, 1]));
    await vi.waitFor(async () =>
      expect(await stateOf("fragile")).toMatchObject({ isActive: true, failures: 1, error: "the name server is away" }),
    );
    await vi.waitFor(async () => {
      await clock.advance(1_000);
      expect(attempts).toEqual([1, 1, 2, 1]);
    });
    isBroken = false;
    await vi.waitFor(async () => {
      await clock.advance(1_000);
      expect(names).toEqual(["a", "b"]);
    });
    await vi.waitFor(async () => expect(await stateOf("fragile")).toMatchObject({ failures: 0, error: null }));
  });

  it("skips the events of a failed call where onError says so", async () => {
    const done: string[] = [];
    await devices("good", "bad", "better");
    await inventory.events.subscribe(
      "skipping",
      (event) => {
        if (nameOf(event) === "bad") throw new Error("no");
        done.push(nameOf(event));
      },
      { from: "start", onError: () => "skip" },
    );
    await vi.waitFor(() => expect(done).toEqual(["good", "better"]));
  });

  it("goes on after an onError that fails itself, as if it had said nothing", async () => {
    let calls = 0;
    await devices("a");
    await inventory.events.subscribe("odd", () => Promise.reject(new Error("handler")), {
      from: "start",
      onError: () => {
        calls += 1;
        throw new Error("onError");
      },
    });
    await vi.waitFor(() => expect(calls).toBe(1));
    await vi.waitFor(async () => {
      await clock.advance(1_000);
      expect(calls).toBe(2);
    });
  });

  it("is a conflict for a name that runs in the process, until it is stopped", async () => {
    const first = await gather("dns", { from: "now" });
    await expect(gather("dns", { from: "now" })).rejects.toMatchObject({
      code: "CONFLICT",
      message: 'the subscription "dns" runs in this process: stop it first, or choose another name',
    });
    await first.subscription.stop();
    const second = await gather("dns", { from: "now" });
    await devices("a");
    await vi.waitFor(() => expect(second.names).toEqual(["a"]));
    expect(first.names).toEqual([]);
  });

  it("waits in another process and takes over there without a gap when the first stops", async () => {
    await using other = await createInventory({ storage: place.storage(), clock });
    const first = await gather("dns", { from: "now" });
    await vi.waitFor(async () => expect(await stateOf("dns")).toMatchObject({ isActive: true }));
    const second = await gather("dns", { from: "now" }, other);
    await devices("a");
    await vi.waitFor(() => expect(first.names).toEqual(["a"]));
    expect(second.names).toEqual([]);
    await first.subscription.stop();
    await devices("b");
    await vi.waitFor(() => expect(second.names).toEqual(["b"]));
    expect(first.names).toEqual(["a"]);
  });

  it("loses its name to a reset of another process, and then stores nothing more", async () => {
    await using other = await createInventory({ storage: place.storage(), clock });
    const held = Promise.withResolvers<void>();
    const calls: string[] = [];
    const aborted = Promise.withResolvers<unknown>();
    await devices("a", "b");
    const subscription = await inventory.events.subscribe(
      "dns",
      async (event, { signal }) => {
        signal.addEventListener("abort", () => aborted.resolve(signal.reason));
        calls.push(nameOf(event));
        await held.promise;
      },
      { from: "start" },
    );
    await vi.waitFor(() => expect(calls).toEqual(["a"]));
    const second = await gather("dns", { from: "start", reset: true }, other);
    await vi.waitFor(() => expect(second.names).toEqual(["a", "b"]));
    held.resolve();
    expect(await aborted.promise).toMatchObject({ message: expect.stringMatching(/^the lease of the subscription "dns" was taken/) });
    await subscription.stop();
    expect(calls).toEqual(["a"]);
    expect((await stateOf("dns"))?.cursor).toBe(await inventory.events.end());
  });

  it("stops with CURSOR_EXPIRED where retention has passed its cursor, and starts again with reset", async () => {
    const first = await gather("dns", { from: "now" });
    await first.subscription.stop();
    await devices("lost");
    await clock.advance(91 * DAY_MS);
    await inventory.host.get(EVENT_RETENTION).purge();
    await devices("kept");
    const told: unknown[] = [];
    const stopped = Promise.withResolvers<void>();
    await inventory.events.subscribe("dns", () => told.push("an event"), {
      from: "start",
      onError: (error, events, attempt) => {
        told.push((error as { code?: string }).code, (error as { details?: unknown }).details, events.length, attempt);
        stopped.resolve();
      },
    });
    await stopped.promise;
    expect(told).toEqual(["CURSOR_EXPIRED", { oldest: expect.any(String), reason: "purged" }, 0, 1]);
    expect(await stateOf("dns")).toMatchObject({ isActive: false, error: expect.stringMatching(/have been purged/) });
    const again = await gather("dns", { from: "start", reset: true });
    await vi.waitFor(() => expect(again.names).toEqual(["kept"]));
    expect(await stateOf("dns")).toMatchObject({ error: null });
  });

  it("stops with CURSOR_EXPIRED where the database was restored to a state before its cursor", async () => {
    await devices("a");
    const first = await gather("dns", { from: "now" });
    await first.subscription.stop();
    await inventory.host.get(STORAGE).write(
      // A cursor of a later state of the log.
      async (transaction) => await transaction.run("update event_subscription set cursor = '999999999999-999999'"),
    );
    const stopped = Promise.withResolvers<unknown>();
    await inventory.events.subscribe("dns", () => undefined, { from: "start", onError: (error) => stopped.resolve(error) });
    expect(await stopped.promise).toMatchObject({ code: "CURSOR_EXPIRED", details: { reason: "restored" } });
  });

  it("aborts the signal of its handler on close, which waits for the handler and stores what it has done", async () => {
    const begun = Promise.withResolvers<AbortSignal>();
    await devices("a", "b");
    const calls: string[] = [];
    await inventory.events.subscribe(
      "dns",
      async (event, { signal }) => {
        calls.push(nameOf(event));
        begun.resolve(signal);
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
      { from: "start" },
    );
    const signal = await begun.promise;
    await inventory.close();
    expect(signal.reason).toMatchObject({ code: "INVENTORY_CLOSED" });
    inventory = await createInventory({ storage: place.storage(), clock });
    expect(await stateOf("dns")).toMatchObject({ isActive: false });
    const second = await gather("dns", { from: "start" });
    await vi.waitFor(() => expect(second.names).toEqual(["b"]));
    expect(calls).toEqual(["a"]);
  });

  it("repeats a call that ends with the abort of its signal, and does not call that a failure", async () => {
    const begun = Promise.withResolvers<void>();
    const failures: unknown[] = [];
    await devices("a");
    const subscription = await inventory.events.subscribe(
      "dns",
      async (_event, { signal }) => {
        begun.resolve();
        await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
      },
      { from: "start", onError: (error) => void failures.push(error) },
    );
    await begun.promise;
    await subscription.stop();
    expect(failures).toEqual([]);
    const second = await gather("dns", { from: "start" });
    await vi.waitFor(() => expect(second.names).toEqual(["a"]));
  });

  it("can be stopped inside of its own handler", async () => {
    await devices("a", "b");
    const calls: string[] = [];
    const own: { subscription?: Subscription } = {};
    own.subscription = await inventory.events.subscribe(
      "once",
      async (event) => {
        calls.push(nameOf(event));
        await own.subscription?.stop();
      },
      { from: "start" },
    );
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    await own.subscription.stop();
    const second = await gather("once", { from: "start" });
    await vi.waitFor(() => expect(second.names.at(-1)).toBe("b"));
    expect(calls).toEqual(["a"]);
    expect(second.names).toEqual(["b"]);
  });

  it("is forgotten with unsubscribe, also where another process runs it", async () => {
    await using other = await createInventory({ storage: place.storage(), clock });
    const first = await gather("dns", { from: "start" });
    await devices("a");
    await vi.waitFor(() => expect(first.names).toEqual(["a"]));
    expect(await other.events.unsubscribe("dns")).toBe(true);
    expect(await other.events.unsubscribe("dns")).toBe(false);
    expect(await inventory.events.subscriptions()).toEqual([]);
    const second = await gather("dns", { from: "start" }, other);
    await vi.waitFor(() => expect(second.names).toEqual(["a"]));
  });

  it("is forgotten with unsubscribe, also while its name is being stored", async () => {
    const subscribing = inventory.events.subscribe("dns", () => {}, { from: "now" });
    await inventory.events.unsubscribe("dns");
    await subscribing;
    expect(await inventory.events.subscriptions()).toEqual([]);
  });

  it("is listed by its name with its cursor and times", async () => {
    await gather("b", { from: "now" });
    await gather("a", { from: "start" });
    expect(await inventory.events.subscriptions()).toMatchObject([
      { name: "a", cursor: "0-0", failures: 0, error: null, createdAt: "2026-01-02T03:04:05.678Z", updatedAt: "2026-01-02T03:04:05.678Z" },
      { name: "b", cursor: await inventory.events.end() },
    ]);
  });

  it("refuses wrong options, and names the closest known one", async () => {
    const refused = async (problem: object, name: string, options: object, handler: unknown = () => undefined): Promise<void> =>
      await expect(inventory.events.subscribe(name, handler as () => void, options as { from: string })).rejects.toMatchObject(problem);
    const wrong = (field: string, message: string): object => ({ code: "VALIDATION_ERROR", details: { [field]: { field, message } } });
    await refused(wrong("form", "is not an option of events.subscribe; the closest one is from"), "x", { form: "now" });
    await refused(wrong("from", 'must be "now", "start" or a cursor'), "x", {});
    await refused(wrong("from", "is not a cursor of this log: use the value of next"), "x", { from: "yesterday" });
    await refused(wrong("batch", "must be at most 1000"), "x", { from: "now", batch: 1001 });
    await refused(wrong("events", "must have at least one name"), "x", { from: "now", events: [] });
    await refused(wrong("onError", "must be a function"), "x", { from: "now", onError: "skip" });
    await refused(wrong("name", "must not be empty"), "", { from: "now" });
    await refused(wrong("handler", "must be a function"), "x", { from: "now" }, "print");
    await refused({ code: "UNKNOWN_EVENT" }, "x", { from: "now", events: ["device.craeted"] });
    await refused({ code: "CURSOR_EXPIRED" }, "x", { from: "999999999999-999999" });
    expect(await inventory.events.subscriptions()).toEqual([]);
    // A refused name is free.
    await gather("x", { from: "now" });
  });

  it("is refused inside of an open transaction, and after the close", async () => {
    const subscribe = async (): Promise<Subscription> => await inventory.events.subscribe("x", () => undefined, { from: "now" });
    await expect(inventory.host.get(WRITES).run({ principal: SYSTEM, source: "test" }, subscribe)).rejects.toMatchObject({
      code: "TRANSACTION_OPEN",
    });
    await inventory.close();
    await expect(subscribe()).rejects.toMatchObject({ code: "INVENTORY_CLOSED" });
  });

  it("goes on while a test of the application has fake timers", async () => {
    await using real = await createInventory({ storage: place.storage() });
    vi.useFakeTimers();
    const { names } = await gather("dns", { from: "start" }, real);
    await real.devices.create({ name: "a" });
    vi.useRealTimers();
    await vi.waitFor(() => expect(names).toEqual(["a"]));
  });

  it("belongs to the program, and is not there for a user", () => {
    const { events } = inventory.as({ id: "u", role: "admin" });
    expect(Object.keys(events).toSorted()).toEqual(["read", "stream"]);
  });

  it("has events as a stream has them, which carries the cursor after each event", async () => {
    await devices("a", "b");
    const streamed: unknown[] = [];
    for await (const event of inventory.events.stream({ after: "0-0" })) if (streamed.push(event) === 2) break;
    const handled: KnownEvent[] = [];
    await inventory.events.subscribe("all", (event) => void handled.push(event), { from: "start" });
    await vi.waitFor(() => expect(handled).toHaveLength(2));
    expect(handled).toEqual(streamed);
    expect((streamed as { cursor: string }[]).at(-1)?.cursor).toBe(await inventory.events.end());
  });
});
