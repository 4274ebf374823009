// Checked by `npx --yes pnpm@12 typecheck` as well: that names of events are known, with their data, and others do not compile.
import {
  createInventory,
  defineEvent,
  definePlugin,
  definePermissions,
  type Device,
  type EventData,
  type EventDataOf,
  type EventName,
  type Event,
  EVENTS,
  type KnownEvent,
  type Streamed,
  type SubscribedEvent,
} from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { expect, expectTypeOf, it } from "vitest";
import { z } from "zod";

const crateOpened = defineEvent("crate.opened", "A crate was opened", z.object({ id: z.string(), weight_kg: z.number() }));

declare module "@cadastre/inventory-core" {
  interface EventData extends EventDataOf<typeof crateOpened> {}
}

const crates = definePlugin({
  id: "crates",
  engine: "*",
  permissions: definePermissions({ crate: { resource: "crates", actions: ["read"], viewer: ["read"], operator: ["read"] } }),
  events: [crateOpened],
});

it("gives a listener the data of the event that it is named for", async () => {
  await using inventory = await createInventory({ storage: sqlite(":memory:") });
  const heard = Promise.withResolvers<string>();
  inventory.events.on("device.created", ({ event, data }) => {
    expectTypeOf(event).toEqualTypeOf<"device.created">();
    expectTypeOf(data).toExtend<Device>();
    heard.resolve(`${data.name} at ${data.ip_address}`);
  });
  // @ts-expect-error -- a device has no such field
  inventory.events.on("device.created", ({ data }) => void data.host_name);
  await inventory.devices.create({ name: "web-01", addresses: [{ ip: "10.0.0.7" }] });
  expect(await heard.promise).toBe("web-01 at 10.0.0.7");
});

it("tells the data of any event by its name", async () => {
  await using inventory = await createInventory({ storage: sqlite(":memory:") });
  const heard = Promise.withResolvers<string>();
  inventory.events.on("*", (event) => {
    expectTypeOf(event).toEqualTypeOf<KnownEvent>();
    if (event.event === "network.created") heard.resolve(event.data.subnet);
    // @ts-expect-error -- no such event
    if (event.event === "network.craeted") heard.reject(new Error("never"));
  });
  // Plugins are told of the same types.
  inventory.host.get(EVENTS).on("network.created", ({ data }) => expectTypeOf(data.subnet).toBeString());
  await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/24" });
  expect(await heard.promise).toBe("10.0.0.0/24");
});

it("refuses the name of an event that does not exist, saying which there are", async () => {
  await using inventory = await createInventory({ storage: sqlite(":memory:") });
  const refusal = {
    code: "UNKNOWN_EVENT",
    kind: "invalid",
    message: expect.stringMatching(
      /^there is no event "device.craeted": listen to one of conflict\.detected, .*device\.created, .*, or to \* for all; .* in plugins of/,
    ),
    details: { name: "device.craeted", known: expect.arrayContaining(["device.created", "pool.utilization_high"]) },
  };
  // @ts-expect-error -- a typo
  expect(() => inventory.events.on("device.craeted", () => undefined)).toThrow(expect.objectContaining(refusal));
  // The same of what plugins get.
  // @ts-expect-error -- the same typo
  expect(() => inventory.host.get(EVENTS).on("device.craeted", () => undefined)).toThrow(expect.objectContaining(refusal));
});

it("knows the events of a plugin, where the plugin is", async () => {
  expectTypeOf<EventData["crate.opened"]>().toEqualTypeOf<{ id: string; weight_kg: number }>();
  expectTypeOf<"crate.opened">().toExtend<EventName>();
  expectTypeOf<EventDataOf<readonly [typeof crateOpened]>>().toEqualTypeOf<EventDataOf<typeof crateOpened>>();
  await using without = await createInventory({ storage: sqlite(":memory:") });
  const listen = (inventory: typeof without): (() => void) =>
    inventory.events.on("crate.opened", ({ data }) => expectTypeOf(data.weight_kg).toEqualTypeOf<number>());
  expect(() => listen(without)).toThrow(expect.objectContaining({ code: "UNKNOWN_EVENT" }));
  await using inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [crates] });
  expect(() => listen(inventory)()).not.toThrow();
});

it("gives a handler of a subscription the data of the events that it names, or arrays of them", async () => {
  await using inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [crates] });
  const { events: log } = inventory;
  const names = Promise.withResolvers<string>();
  await log.subscribe(
    "one",
    (event, { signal }) => {
      expectTypeOf(event.event).toEqualTypeOf<"device.created" | "network.created">();
      expectTypeOf(event.cursor).toBeString();
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
      if (event.event === "network.created") names.resolve(event.data.subnet);
      // @ts-expect-error -- the handler does not get this event
      if (event.event === "device.deleted") names.reject(new Error("never"));
    },
    { from: "now", events: ["device.created", "network.created"] },
  );
  await log.subscribe("all", (event) => expectTypeOf(event).toEqualTypeOf<SubscribedEvent>(), { from: "start" });
  await log.subscribe("crates", ({ data }) => expectTypeOf(data.weight_kg).toBeNumber(), { from: "now", events: ["crate.opened"] });
  await log.subscribe("many", (events) => expectTypeOf(events).toEqualTypeOf<readonly SubscribedEvent<"device.created">[]>(), {
    from: "now",
    events: ["device.created"],
    batch: 500,
    onError: (error, events, attempt) => {
      expectTypeOf(error).toBeUnknown();
      expectTypeOf(events).toEqualTypeOf<readonly SubscribedEvent<"device.created">[]>();
      return attempt > 3 ? "skip" : undefined;
    },
  });
  // A number that is known at run time only may be 1.
  const batch: number = names.promise instanceof Promise ? 2 : 1;
  await log.subscribe("some", (given) => expectTypeOf(given).toEqualTypeOf<SubscribedEvent | readonly SubscribedEvent[]>(), {
    from: "now",
    batch,
  });
  await expect(
    // @ts-expect-error -- a typo
    log.subscribe("typo", () => undefined, { from: "now", events: ["device.craeted"] }),
  ).rejects.toMatchObject({ code: "UNKNOWN_EVENT" });
  // @ts-expect-error -- a program must say where a new name begins
  await expect(log.subscribe("no start", () => undefined, {})).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  // @ts-expect-error -- a user has no subscriptions
  void inventory.as({ id: "u", role: "admin" }).events.subscribe;
  // @ts-expect-error -- a plugin has none either
  void inventory.host.get(EVENTS).subscribe;
  await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/24" });
  expect(await names.promise).toBe("10.0.0.0/24");
});

it("types the events of a stream of the library with the cursor after them", async () => {
  await using inventory = await createInventory({ storage: sqlite(":memory:") });
  expectTypeOf(inventory.events.stream()).toEqualTypeOf<AsyncIterable<Streamed<Event>>>();
  await inventory.devices.create({ name: "web-01" });
  for await (const { cursor } of inventory.events.stream({ after: "0-0" })) {
    expectTypeOf(cursor).toBeString();
    expect(cursor).toBe(await inventory.events.end());
    break;
  }
});
