import {
  createInventory,
  defineEvent,
  definePermissions,
  definePlugin,
  EVENTS,
  type Event,
  type EventType,
  type Inventory,
  type Principal,
  type Streamed,
  SYSTEM,
  WRITES,
} from "@cadastre/inventory-core";
import { FakeClock, KEY_CREDENTIAL, countStatements } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const moved = defineEvent("rack.moved", "A rack was moved", z.object({ id: z.string() }), "rack:list");
const racks = definePlugin({
  id: "racks",
  engine: "*",
  events: [moved],
  permissions: definePermissions({ rack: { resource: "racks", actions: ["list"] } }),
});

const holder = (...permissions: string[]): Principal => ({
  kind: "user",
  userId: "u",
  username: "u",
  permissions: new Set(["event:read", ...permissions]),
  credential: KEY_CREDENTIAL,
  credentialId: "k",
});

describe.each(DATABASES)("the events of a library on %s", (_, openPlace) => {
  let place: TestDatabase;
  let clock: FakeClock;
  let inventory: Inventory;
  beforeEach(async () => {
    place = await openPlace();
    clock = new FakeClock();
    inventory = await createInventory({ storage: place.storage(), clock, plugins: [racks] });
  });
  afterEach(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  /** Gathers what a stream gives. */
  const gather = (stream: AsyncIterable<Streamed<Event>>): { readonly events: Streamed<Event>[]; readonly over: Promise<unknown> } => {
    const events: Streamed<Event>[] = [];
    const over = (async () => {
      for await (const event of stream) events.push(event);
    })();
    over.catch(() => {});
    return { events, over };
  };
  const emit = async (events: readonly (readonly [EventType, object])[], by = inventory): Promise<void> =>
    await by.host.get(WRITES).run({ principal: SYSTEM, source: "test" }, async (change) => {
      for (const [type, data] of events) change.emit(type, "r", data);
    });
  const device = async (name: string, by = inventory) => await by.devices.create({ name });

  it("come as they are committed, from now on or after a cursor, and are those of the log", async () => {
    await device("before");
    const now = gather(inventory.events.stream());
    const all = gather(inventory.events.stream({ after: "0-0" }));
    await vi.waitFor(() => expect(all.events).toHaveLength(1));
    for (const name of ["one", "two"]) await device(name);
    // No time passes: what this process commits is seen at once.
    await vi.waitFor(() => expect(now.events).toHaveLength(2));
    await vi.waitFor(() => expect(all.events).toHaveLength(3));
    expect(all.events.map(({ cursor: _cursor, ...event }) => event)).toEqual((await inventory.events.read()).events);
    expect(now.events).toEqual(all.events.slice(1));
  });

  it("come from another process within a second", async () => {
    await using other = await createInventory({ storage: place.storage(), clock, plugins: [racks] });
    const { events } = gather(inventory.events.stream({ after: "0-0" }));
    await device("here");
    await vi.waitFor(() => expect(events).toHaveLength(1));
    await device("elsewhere", other);
    await clock.advance(1000);
    await vi.waitFor(() => expect(events.map(({ data }) => data["name"])).toEqual(["here", "elsewhere"]));
  });

  it("are those whose records the caller may read, and the cursor goes on past the others", async () => {
    const racksOnly = inventory.as(holder("rack:list")).events;
    const devicesOnly = inventory.as(holder("device:read")).events;
    const unread = gather(inventory.as(holder()).events.stream({ after: "0-0" }));
    const read = gather(racksOnly.stream({ after: "0-0" }));
    for (let index = 0; index < 3; index += 1) await device(`d${index}`);
    await emit([[moved, { id: "r" }]]);
    await vi.waitFor(() => expect(read.events.map(({ event }) => event)).toEqual(["rack.moved"]));
    expect(unread.events).toEqual([]);
    const { next: end } = await inventory.events.read();
    const hidden = await racksOnly.read({ limit: 2 });
    expect(hidden.events).toEqual([]);
    expect(hidden.next).not.toBe("0-0");
    const rest = await racksOnly.read({ after: hidden.next, limit: 2 });
    expect([rest.events.map(({ event }) => event), rest.next]).toEqual([["rack.moved"], end]);
    expect((await devicesOnly.read()).events.map(({ event }) => event)).toEqual(["device.created", "device.created", "device.created"]);
    expect(await devicesOnly.read({ after: end })).toEqual({ events: [], next: end });
    await expect(inventory.as({ ...holder(), permissions: new Set(["device:read"]) }).events.read()).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  it("of a plugin that is gone are shown to who may do everything", async () => {
    await emit([[moved, { id: "r" }]]);
    await inventory.close();
    inventory = await createInventory({ storage: place.storage(), clock });
    expect((await inventory.events.read()).events.map(({ event }) => event)).toEqual(["rack.moved"]);
    const everything = inventory.host.permissions.map(({ name }) => name);
    expect((await inventory.as(holder(...everything, "rack:list")).events.read()).events).toEqual([]);
  });

  it("are those that are asked for by name", async () => {
    const { events } = gather(inventory.events.stream({ after: "0-0", event: ["device.deleted, rack.moved"] }));
    const { id } = await device("d");
    await inventory.devices.delete(id);
    await emit([[moved, { id: "r" }]]);
    await vi.waitFor(() => expect(events.map(({ event }) => event)).toEqual(["device.deleted", "rack.moved"]));
    const refused = gather(inventory.events.stream({ event: ["device.created", "device.exploded"] }));
    await expect(refused.over).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { event: { message: expect.stringContaining("device.exploded") } },
    });
  });

  it("end with the signal, with the loop, and when everything stops", async () => {
    const leaving = new AbortController();
    await device("d");
    const aborted = gather(inventory.events.stream({ after: "0-0" }, { signal: leaving.signal }));
    const closed = gather(inventory.events.stream({ after: "0-0" }));
    await vi.waitFor(() => expect([aborted, closed].map(({ events }) => events.length)).toEqual([1, 1]));
    leaving.abort(new Error("enough"));
    await expect(aborted.over).rejects.toThrow("enough");
    for await (const { event } of inventory.events.stream({ after: "0-0" })) {
      expect(event).toBe("device.created");
      break;
    }
    await inventory.close();
    await closed.over;
    expect(closed.events).toHaveLength(1);
  });

  it("are read no faster than they are taken", async () => {
    await inventory.close();
    const counted = countStatements(place.storage());
    inventory = await createInventory({ storage: counted.storage, clock, plugins: [racks] });
    for (let index = 0; index < 4; index += 1)
      await emit(Array.from({ length: 500 }, (_value, n) => [moved, { id: `${index * 500 + n}` }] as const));
    const stream = inventory.events.stream({ after: "0-0" })[Symbol.asyncIterator]();
    const taken: unknown[] = [];
    const statementsFor = async (count: number): Promise<number> => {
      counted.reset();
      for (let index = 0; index < count; index += 1) taken.push(((await stream.next()).value as Event).data["id"]);
      return counted.count();
    };
    // A page is one statement; after the first, a look whether its cursor has expired goes before it.
    expect(await statementsFor(100)).toBe(1);
    expect(await statementsFor(300)).toBe(6);
    await statementsFor(1600);
    await stream.return?.(undefined);
    expect(taken).toEqual(Array.from({ length: 2000 }, (_value, n) => String(n)));
  });

  it("cost one look each half second however many follow, and none when nobody does", async () => {
    const look = vi.spyOn(inventory.host.get(EVENTS), "end");
    const leaving = new AbortController();
    const streams = Array.from({ length: 5 }, () => gather(inventory.events.stream({ after: "0-0" }, { signal: leaving.signal })));
    await device("d");
    await vi.waitFor(() => expect(streams.map(({ events }) => events.length)).toEqual([1, 1, 1, 1, 1]));
    look.mockClear();
    for (let times = 1; times <= 4; times += 1) {
      await clock.advance(500);
      expect(look).toHaveBeenCalledTimes(times);
      await look.mock.results.at(-1)?.value;
      await new Promise((resolve) => setImmediate(resolve));
    }
    leaving.abort();
    await Promise.allSettled(streams.map(({ over }) => over));
    look.mockClear();
    await clock.advance(5000);
    await device("e");
    expect(look).not.toHaveBeenCalled();
  });
});
