import {
  ALLOCATION_STRATEGY,
  type AllocationStrategy,
  CLOCK,
  createInventory,
  definePlugin,
  type Ids,
  IDS,
  type IndexedTable,
  type Inventory,
  LOGGER,
  type Plugin,
  provide,
  serviceToken,
  STORAGE,
  TEXT_SEARCH,
} from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

const pluginOf = (id: string, more: Partial<Plugin>): Plugin => definePlugin({ id, engine: "*", ...more });

/** Ids that a test can foretell. */
function counting(): Ids {
  let last = 0;
  return { next: () => `01900000-0000-7000-8000-${String((last += 1)).padStart(12, "0")}` };
}

describe.each(DATABASES)("services that an application binds, on %s", (_, openPlace) => {
  it("make every id of a record, of its parts, and of what is told of it", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), bind: [provide(IDS, [], counting)] });
    const { id: network } = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/24" });
    const pool = await inventory.pools.create(network, { name: "all", start_ip: "10.0.0.10", end_ip: "10.0.0.20" });
    const { allocations } = await inventory.pools.allocate(pool.id, { count: 2 });
    const device = await inventory.devices.create({ name: "web-01", addresses: [{ ip: "10.0.0.5" }] });
    const { events } = await inventory.events.read({});
    const trail = await inventory.audit.list();
    const ids = [network, pool.id, device.id, ...allocations.map(({ id }) => id), ...device.addresses.map(({ id }) => id)];
    for (const id of [...ids, ...events.map(({ id: event }) => event), ...trail.map(({ id: row }) => row)])
      expect(id).toMatch(/^01900000-0000-7000-8000-0000000000\d\d$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("say where the next address of a pool is looked for; none is handed out twice, and all are in the end", async () => {
    const starts = ["10.0.0.18", "10.0.0.18", "10.0.0.10", "10.0.0.20", "192.0.2.1"];
    const asked: string[] = [];
    const strategy: AllocationStrategy = {
      startAt: ({ name, start_ip: first }) => {
        asked.push(name);
        return starts.shift() ?? first;
      },
    };
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), bind: [provide(ALLOCATION_STRATEGY, [], () => strategy)] });
    const { id } = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/24" });
    const pool = await inventory.pools.create(id, { name: "some", start_ip: "10.0.0.10", end_ip: "10.0.0.20" });
    const take = async (count: number): Promise<string[]> =>
      (await inventory.pools.allocate(pool.id, { count })).allocations.map(({ ip }) => ip.replace("10.0.0.", "."));
    expect(await take(1)).toEqual([".18"]);
    // On from the first of the pool after its last, and past what is taken.
    expect(await take(4)).toEqual([".19", ".20", ".10", ".11"]);
    expect(await take(1)).toEqual([".12"]);
    expect(await take(1)).toEqual([".13"]);
    expect(await take(1)).toEqual([".14"]);
    expect(await take(3)).toEqual([".15", ".16", ".17"]);
    await expect(take(1)).rejects.toMatchObject({ code: "IP_NOT_AVAILABLE" });
    expect(new Set(asked)).toEqual(new Set(["some"]));
  });

  it("search texts", async () => {
    await using place = await openPlace();
    const needles: string[] = [];
    const text = {
      contains: (_: IndexedTable, needle: string) => {
        needles.push(needle);
        return { sql: "d.search_text like ?", params: ["%web-02%"] };
      },
    };
    await using inventory = await createInventory({ storage: place.storage(), bind: [provide(TEXT_SEARCH, [], () => text)] });
    for (const name of ["web-01", "web-02"]) await inventory.devices.create({ name });
    expect((await inventory.devices.search({ q: "anything" })).map(({ name }) => name)).toEqual(["web-02"]);
    expect(needles).toContain("anything");
  });

  it("are the clock and the log of everything, by a plugin as well; what the application binds wins", async () => {
    await using place = await openPlace();
    const at = (text: string): FakeClock => new FakeClock(text);
    const [plugins, own] = [at("2030-01-01T00:00:00.000Z"), at("2031-01-01T00:00:00.000Z")];
    const created = async (bind: boolean): Promise<string> => {
      await using inventory = await createInventory({
        storage: place.storage(),
        plugins: [pluginOf("time", { replaces: [provide(CLOCK, [], () => plugins)] })],
        ...(bind ? { bind: [provide(CLOCK, [], () => own)] } : {}),
      });
      expect(inventory.host.replacements).toEqual([{ service: "clock", by: bind ? "application" : "time" }]);
      return (await inventory.datacenters.create({ name: `made ${bind ? "by" : "beside"} it` })).created_at;
    };
    expect(await created(false)).toBe("2030-01-01T00:00:00.000Z");
    expect(await created(true)).toBe("2031-01-01T00:00:00.000Z");
  });
});

describe("services that are bound anew", () => {
  const open = async (plugins: readonly Plugin[]): Promise<Inventory> => await createInventory({ storage: sqlite(":memory:"), plugins });
  const ids = provide(IDS, [], counting);

  it("may be replaced by one plugin", async () => {
    await expect(open([pluginOf("one", { replaces: [ids] }), pluginOf("two", { replaces: [ids] })])).rejects.toMatchObject({
      code: "PLUGIN_DUPLICATE_CONTRIBUTION",
      message: expect.stringContaining("a replacement of the service ids, which one contributes already") as string,
    });
  });

  it("have to be there", async () => {
    const missing = provide(serviceToken("ports-of-ships"), [], () => 1);
    await expect(open([pluginOf("one", { replaces: [missing] })])).rejects.toMatchObject({
      code: "PLUGIN_UNKNOWN_SERVICE",
      message: expect.stringContaining("one replaces the service ports-of-ships, which does not exist here") as string,
    });
  });

  it("are made once, from what they need, and disposed of after all that need them", async () => {
    const told: string[] = [];
    const [FIRST, SECOND] = [serviceToken<{ name: string }>("first"), serviceToken<{ name: string }>("second")];
    const dispose = ({ name }: { name: string }): void => void told.push(`${name} goes`);
    const made = (name: string): { name: string } => {
      told.push(`${name} comes`);
      return { name };
    };
    const inventory = await open([
      pluginOf("parts", {
        services: [
          provide(SECOND, [FIRST, STORAGE], (first) => made(`second of ${first.name}`), { dispose }),
          provide(FIRST, [], () => made("first"), { dispose }),
        ],
        stop: () => void told.push("the plugin stops"),
      }),
    ]);
    expect(inventory.host.get(SECOND)).toBe(inventory.host.get(SECOND));
    await inventory.close();
    expect(told).toEqual(["first comes", "second of first comes", "the plugin stops", "second of first goes", "first goes"]);
    expect(() => inventory.host.get(FIRST)).toThrow(expect.objectContaining({ code: "INVENTORY_CLOSED" }));
  });

  it("are disposed of when a plugin fails to start, and when one of them cannot be", async () => {
    const [told, logged]: [string[], unknown[]] = [[], []];
    const part = (name: string): ReturnType<typeof provide> =>
      provide(serviceToken<string>(name), [], () => name, {
        dispose: (service) => {
          told.push(service);
          if (service === "bad") throw new Error("no");
        },
      });
    const logger = {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (message: string, fields: unknown) => void logged.push([message, fields]),
    };
    const failing = pluginOf("failing", {
      services: [part("good"), part("bad")],
      replaces: [provide(LOGGER, [], () => logger)],
      start: () => {
        throw new Error("not today");
      },
    });
    await expect(open([failing])).rejects.toMatchObject({ code: "PLUGIN_START_FAILED" });
    expect(told).toEqual(["bad", "good"]);
    expect(logged).toEqual([["a service could not be disposed of", { service: "bad", error: "no" }]]);
  });
});
