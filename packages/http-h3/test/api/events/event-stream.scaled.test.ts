import { atDepth } from "../../../../../testing/depth.ts";
import {
  type Authenticator,
  coreErrors,
  createInventory,
  definePlugin,
  type Device,
  type Event,
  type EventType,
  type Inventory,
  provide,
  serviceToken,
  STORAGE,
  SYSTEM,
  WRITES,
} from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { FakeClock, PostgresDatabases, SESSION_CREDENTIAL } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { EventReader } from "../../support/event-reader.ts";
import { type ApiServer, problemsOf, startApi } from "../api-server.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

const CHANGING = serviceToken<Authenticator>("test-changing");

/** Who "Bearer changing" is at the moment: a caller with some permissions, or an error. */
const changing: { is: ReadonlySet<string> | Error } = { is: new Set() };
const changingPlugin = definePlugin({
  id: "test-changing",
  engine: "*",
  services: [
    provide(CHANGING, [], () => ({
      id: "test-changing",
      priority: 2,
      authenticate: async ({ headers }) => {
        if (headers.get("authorization") !== "Bearer changing") return null;
        if (changing.is instanceof Error) throw changing.is;
        return {
          kind: "user",
          userId: "c",
          username: "c",
          permissions: changing.is,
          credential: SESSION_CREDENTIAL,
          credentialId: null,
        } as const;
      },
    })),
  ],
  authenticators: [CHANGING],
});

describe.each(STORAGES)("the stream of events over HTTP on %s", (storage) => {
  let api: ApiServer;
  const clients: AbortController[] = [];
  beforeEach(async () => {
    changing.is = new Set(["event:read", "device:read"]);
    api = await startApi(storage, { plugins: [changingPlugin] });
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.abort();
    await api.stop();
  });

  interface Listening {
    readonly response: Response;
    readonly reader: EventReader<Event>;
    readonly leave: () => void;
  }
  const listen = async (query = "", headers: Readonly<Record<string, string>> = {}, pause?: () => Promise<unknown>): Promise<Listening> => {
    const client = new AbortController();
    clients.push(client);
    const response = await fetch(`${api.url}/api/events/stream${query}`, {
      headers: { authorization: "Bearer operator", ...headers },
      signal: client.signal,
    });
    return { response, reader: new EventReader<Event>(response, pause), leave: () => client.abort() };
  };
  const create = async (name: string): Promise<Device> => (await api.operator("POST", "/api/devices", { name })).body;
  const namesOf = ({ reader }: Listening): unknown[] => reader.events.map(({ data }) => data.data["name"]);
  const hear = async (listening: Listening, names: readonly string[]): Promise<void> =>
    await vi.waitFor(() => expect(namesOf(listening)).toEqual(names));
  /** Whether a stream still gives what happens, or has ended: one of them comes. */
  const goesOn = async ({ reader }: Listening): Promise<boolean> => {
    const before = reader.events.length;
    await create("anything");
    const given = vi.waitFor(() => expect(reader.events.length).toBeGreaterThan(before));
    return await Promise.race([given.then(() => true), reader.ended.then(() => false)]);
  };
  /** Writes events without their changes, many at a time. */
  const write = async (inventory: Inventory, texts: readonly string[]): Promise<void> => {
    const type = inventory.host.events.find(({ name }) => name === "device.created") as EventType;
    await inventory.host.get(WRITES).run({ principal: SYSTEM, source: "test" }, async (change) => {
      for (const name of texts) change.emit(type, "d", { name });
    });
  };

  it("begins at once, and gives each event with its name and the cursor after it, in order", async () => {
    await create("before");
    const listening = await listen();
    const { response, reader } = listening;
    expect([
      response.status,
      response.headers.get("content-type"),
      response.headers.get("cache-control"),
      response.headers.get("x-accel-buffering"),
    ]).toEqual([200, "text/event-stream", "no-store, no-transform", "no"]);
    await vi.waitFor(() => expect(reader.lastEventId).toMatch(/^\d+-\d+$/));
    const start = reader.lastEventId;
    const device = await create("one");
    await api.operator("PUT", `/api/devices/${device.id}`, { name: "two" });
    await api.operator("DELETE", `/api/devices/${device.id}`);
    await hear(listening, ["one", "two", "two"]);
    const { events, next } = (await api.operator("GET", `/api/events?after=${start}`)).body;
    expect(reader.events.map(({ data }) => data)).toEqual(events);
    // The library adds the cursor to the event; here it is the id alone.
    expect(Object.keys(reader.events[0]?.data ?? {})).toEqual(["id", "event", "timestamp", "record_id", "change_id", "data"]);
    expect(reader.events.map(({ event }) => event)).toEqual(["device.created", "device.updated", "device.deleted"]);
    for (const [index, { id }] of reader.events.entries())
      expect((await api.operator("GET", `/api/events?after=${id}`)).body.events).toEqual(events.slice(index + 1));
    expect(reader.lastEventId).toBe(next);
  });

  it("goes on where a client left it, without loss or repetition", async () => {
    const heard: unknown[] = [];
    const wanted: string[] = [];
    let id = "";
    for (let round = 0; round < 5; round += 1) {
      const listening = await listen("?after=0-0", id === "" ? {} : { "last-event-id": id });
      const names = [`${round}a`, `${round}b`, `${round}c`];
      for (const name of names) await create(name);
      wanted.push(...names);
      // It leaves in the middle of what there is.
      await vi.waitFor(() => expect(namesOf(listening).length).toBeGreaterThanOrEqual(2));
      const seen = listening.reader.events.slice(0, 2);
      listening.leave();
      heard.push(...seen.map(({ data }) => data.data["name"]));
      id = seen.at(-1)?.id ?? "";
    }
    const last = await listen("", { "last-event-id": id });
    await vi.waitFor(() => expect([...heard, ...namesOf(last)]).toEqual(wanted));
  });

  it("keeps the place of a client to whom nothing came", async () => {
    const listening = await listen("?event=device.deleted");
    await vi.waitFor(() => expect(listening.reader.lastEventId).not.toBe(""));
    const start = listening.reader.lastEventId;
    await create("unseen");
    await vi.waitFor(() => expect(listening.reader.lastEventId).not.toBe(start));
    expect(listening.reader.events).toEqual([]);
    listening.leave();
    const missed = await create("missed");
    await hear(await listen("", { "last-event-id": listening.reader.lastEventId }), [missed.name]);
  });

  it("gives the events that are asked for, of records that the caller may read", async () => {
    const some = await listen("?event=device.created,network.updated&event=network.deleted");
    const devices = await listen("", { authorization: "Bearer changing" });
    const { id } = (await api.operator("POST", "/api/networks", { name: "n", subnet: "10.7.0.0/24" })).body;
    await api.operator("PUT", `/api/networks/${id}`, { name: "m" });
    await api.operator("DELETE", `/api/networks/${id}`);
    await create("d");
    await vi.waitFor(() =>
      expect(some.reader.events.map(({ event }) => event)).toEqual(["network.updated", "network.deleted", "device.created"]),
    );
    await vi.waitFor(() => expect(devices.reader.events.map(({ event }) => event)).toEqual(["device.created"]));
    const page = (await api.admin("GET", "/api/events", undefined, { authorization: "Bearer changing" })).body;
    expect(page.events.map(({ event }: Event) => event)).toEqual(["device.created"]);
  });

  it("refuses what is wrong before it begins", async () => {
    const path = "/api/events/stream";
    expect((await api.anonymous("GET", path)).status).toBe(401);
    expect((await api.viewer("GET", path)).status).toBe(403);
    for (const after of ["x", "1", "-1-1", "9".repeat(40)]) {
      expect(Object.keys(problemsOf(await api.operator("GET", `${path}?after=${after}`)))).toEqual(["after"]);
      expect(Object.keys(problemsOf(await api.operator("GET", path, undefined, { "last-event-id": after })))).toEqual(["Last-Event-ID"]);
    }
    expect(problemsOf(await api.operator("GET", `${path}?event=device.created,device.lost`))["event"]).toContain("device.lost");
    expect((await api.operator("HEAD", path)).status).toBe(200);
    await create("old");
    const { next } = (await api.operator("GET", "/api/events")).body;
    await create("older than the retention too");
    await api.clock.advance(91 * 86_400_000);
    await expect.poll(async () => (await api.operator("GET", `/api/events?after=${next}`)).status).toBe(410);
    expect((await api.operator("GET", `${path}?after=${next}`)).body.code).toBe("CURSOR_EXPIRED");
    expect((await api.operator("GET", path, undefined, { "last-event-id": next })).status).toBe(410);
  });

  it("is kept alive, and ends within two seconds when its caller may not go on or may read something else", async () => {
    const quiet = await listen();
    await vi.waitFor(() => expect(quiet.reader.comments).toBe(1));
    await vi.waitFor(async () => {
      await api.clock.advance(15_000);
      expect(quiet.reader.comments).toBeGreaterThan(1);
    });
    const permissions = changing.is as ReadonlySet<string>;
    const ends: readonly (readonly [is: typeof changing.is, stays: boolean])[] = [
      [new Set(permissions), true],
      [coreErrors.UNAVAILABLE({ reason: "the database is gone" }), true],
      [coreErrors.UNAUTHORIZED({}), false],
      [new Set(["device:read"]), false],
      [new Set(["event:read", "network:read"]), false],
      [new Set(["event:read", "device:read", "network:read"]), false],
    ];
    for (const [is, stays] of ends) {
      changing.is = permissions;
      const listening = await listen("", { authorization: "Bearer changing" });
      await vi.waitFor(() => expect(listening.reader.comments).toBe(1));
      changing.is = is;
      await api.clock.advance(2000);
      expect([is, await goesOn(listening)]).toEqual([is, stays]);
    }
    expect(await goesOn(quiet)).toBe(true);
  });

  it("ends when the server stops", async () => {
    const listening = await listen();
    const begun = performance.now();
    await Promise.all([api.inventory.close(), listening.reader.ended]);
    // Not at the deadline of the stop.
    expect(performance.now() - begun).toBeLessThan(7500);
  });

  it("gives thousands of events to a slow client, all of them in order", async () => {
    const slow = await listen("", {}, async () => await new Promise((resolve) => setImmediate(resolve)));
    const names = Array.from({ length: atDepth({ few: 1000, many: 5000 }) }, (_, index) => `${index}`);
    for (let at = 0; at < names.length; at += 500) await write(api.inventory, names.slice(at, at + 500));
    await vi.waitFor(() => expect(slow.reader.events).toHaveLength(names.length));
    expect(namesOf(slow)).toEqual(names);
  });

  const EVENTS_LOGGED = atDepth({ few: 1000, many: 5000 });

  it("holds back while the client does not read", async () => {
    // Far more than the buffers of a socket take in.
    const filling = "x".repeat(16_384);
    for (let at = 0; at < EVENTS_LOGGED; at += 100)
      await write(
        api.inventory,
        Array.from({ length: 100 }, (_, index) => `${at + index} ${filling}`),
      );
    const read = vi.spyOn(api.inventory.host.get(STORAGE).read, "all");
    const eventsRead = async (): Promise<number> => {
      const rows = await Promise.all(read.mock.results.map(({ value }) => value as Promise<readonly object[]>));
      return rows.flat().filter((row) => "data" in row && row.data !== null).length;
    };
    const client = new AbortController();
    clients.push(client);
    const response = await fetch(`${api.url}/api/events/stream?after=0-0`, {
      headers: { authorization: "Bearer operator" },
      signal: client.signal,
    });
    let before = -1;
    // Until nothing more is read of the log.
    await vi.waitFor(
      async () => {
        const last = before;
        before = await eventsRead();
        expect(before).toBe(last);
      },
      { interval: 500 },
    );
    expect(before).toBeLessThan(EVENTS_LOGGED * 0.75);
    const reader = new EventReader<Event>(response);
    await vi.waitFor(() => expect(reader.events).toHaveLength(EVENTS_LOGGED), { interval: 200 });
    expect(await eventsRead()).toBeGreaterThanOrEqual(EVENTS_LOGGED);
    expect(reader.events.every(({ data }, index) => String(data.data["name"]).startsWith(`${index} `))).toBe(true);
  });
});

it("the stream of events tells what another host of a PostgreSQL database commits, within a second", async () => {
  await using database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
  const api = await startApi("sqlite", { storage: postgresql(database.url) });
  const other = await createInventory({ storage: postgresql(database.url), clock: new FakeClock() });
  const client = new AbortController();
  try {
    const reader = new EventReader<Event>(
      await fetch(`${api.url}/api/events/stream`, { headers: { authorization: "Bearer operator" }, signal: client.signal }),
    );
    await vi.waitFor(() => expect(reader.comments).toBe(1));
    for (const name of ["one", "two"]) {
      await other.devices.create({ name });
      await api.clock.advance(1000);
      await vi.waitFor(() => expect(reader.events.at(-1)?.data.data["name"]).toBe(name));
    }
    expect(reader.events).toHaveLength(2);
  } finally {
    client.abort();
    await other.close();
    await api.stop();
  }
});
