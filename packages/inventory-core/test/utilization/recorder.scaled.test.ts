import { createInventory, type Inventory, type InventoryOptions, STORAGE } from "@cadastre/inventory-core";
import { countStatements, FakeClock } from "@cadastre/testing";
import { describe, expect, it, vi } from "vitest";
import { UTILIZATION_RECORDER } from "../../src/utilization/utilization-recorder.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const DAY_MS = 86_400_000;
/** The day on which clocks of tests begin. */
const FIRST_DAY = Date.UTC(2026, 0, 2);

interface Lab {
  readonly inventory: Inventory;
  readonly clock: FakeClock;
  /** Moves to the next day and records it. */
  nextDay(days?: number): Promise<void>;
  /** Days since the first, and used addresses, of all points but the one of now. */
  recorded(id: string, kind?: "networks" | "pools"): Promise<string>;
  rows(table: string): Promise<number>;
}

async function startLab(place: TestDatabase, options: Partial<InventoryOptions> = {}): Promise<Lab> {
  const clock = new FakeClock("2026-01-02T00:30:00.000Z");
  const inventory = await createInventory({ storage: place.storage(), clock, ...options });
  const record = async (): Promise<void> => await inventory.host.get(UTILIZATION_RECORDER).record();
  return {
    inventory,
    clock,
    nextDay: async (days = 1) => {
      await clock.advance(days * DAY_MS);
      await record();
    },
    recorded: async (id, kind = "networks") => {
      const { points } = await inventory[kind].utilizationHistory(id);
      return points
        .slice(0, -1)
        .map(({ at, used }) => `${Math.floor((Date.parse(at) - FIRST_DAY) / DAY_MS)}:${used}`)
        .join(" ");
    },
    rows: async (table) => {
      const row = await inventory.host.get(STORAGE).read.get<{ count: number }>(`select count(*) as count from ${table}`);
      return row?.count ?? 0;
    },
  };
}

/** Devices, each with one more address of 10.0.0.0/24. */
let hosts = 10;
const holdOne = async ({ inventory }: Lab): Promise<string> =>
  (await inventory.devices.create({ name: "d", addresses: [{ ip: `10.0.0.${(hosts += 1)}` }] })).id;

describe.each(DATABASES)("the utilization of networks and pools day by day, on %s", (_, open) => {
  it("has a point a day and now, of a pool with what is allocated", async () => {
    hosts = 10;
    await using place = await open();
    const lab = await startLab(place);
    await using inventory = lab.inventory;
    const network = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    const pool = await inventory.pools.create(network.id, { name: "p", start_ip: "10.0.0.11", end_ip: "10.0.0.20" });
    const wide = await inventory.networks.create({ name: "v6", subnet: "2001:db8::/64" });
    for (let day = 0; day < 3; day += 1) {
      await holdOne(lab);
      await lab.nextDay();
    }
    await inventory.pools.allocate(pool.id, { key: "k", count: 2 });
    expect(await lab.recorded(network.id)).toBe("1:1 2:2 3:3");
    const { points, forecast } = await inventory.pools.utilizationHistory(pool.id);
    expect(points.map(({ total, used, utilization }) => [total, used, utilization])).toEqual([
      [10, 1, 10],
      [10, 2, 20],
      [10, 3, 30],
      [10, 5, 50],
    ]);
    expect(points.at(-1)?.at).toBe(new Date(lab.clock.now()).toISOString());
    // The last day has two points; the line is a little steeper than the one address a day.
    expect(forecast?.per_day).toBeGreaterThan(1);
    expect(Date.parse(forecast?.full_at ?? "")).toBeGreaterThan(lab.clock.now());
    expect(await inventory.networks.utilizationHistory(wide.id)).toEqual({
      points: Array.from({ length: 4 }, () => ({ at: expect.any(String), total: "18446744073709551616", used: 0, utilization: 0 })),
      forecast: null,
    });
    const now = await inventory.networks.utilization(network.id);
    expect((await inventory.networks.utilizationHistory(network.id)).points.at(-1)).toMatchObject({
      total: now.total_ips,
      used: now.used_ips,
      utilization: now.utilization,
    });
  });

  it("is recorded by itself once a day, of what there was then", async () => {
    hosts = 10;
    await using place = await open();
    const lab = await startLab(place);
    await using inventory = lab.inventory;
    const network = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    await lab.clock.advance(60_000);
    await vi.waitFor(async () => expect(await lab.recorded(network.id)).toBe("0:0"));
    await holdOne(lab);
    await lab.clock.advance(60_000);
    // Whoever comes later on the day finds it recorded.
    await inventory.host.get(UTILIZATION_RECORDER).record();
    expect(await lab.recorded(network.id)).toBe("0:0");
    await lab.clock.advance(DAY_MS);
    await vi.waitFor(async () => expect(await lab.recorded(network.id)).toBe("0:0 1:1"));
  });

  it("is written where it has changed, and again after 30 days, and has no points of days on which nobody ran", async () => {
    hosts = 10;
    await using place = await open();
    const lab = await startLab(place);
    await using inventory = lab.inventory;
    const network = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    for (let day = 0; day < 10; day += 1) await lab.nextDay();
    expect([await lab.rows("network_utilization"), await lab.rows("utilization_day")]).toEqual([1, 10]);
    await holdOne(lab);
    const device = await holdOne(lab);
    await lab.nextDay();
    await inventory.devices.delete(device);
    await lab.nextDay();
    await lab.nextDay();
    expect(await lab.rows("network_utilization")).toBe(3);
    expect(await lab.recorded(network.id)).toBe("1:0 2:0 3:0 4:0 5:0 6:0 7:0 8:0 9:0 10:0 11:2 12:1 13:1");
    // A network that was made larger is another one, whatever is in it.
    await inventory.networks.update(network.id, { subnet: "10.0.0.0/23" });
    await lab.nextDay();
    const { points } = await inventory.networks.utilizationHistory(network.id);
    expect(points.slice(-3).map(({ total, utilization }) => [total, utilization])).toEqual([
      [254, 0.39],
      [510, 0.2],
      [510, 0.2],
    ]);
    await lab.nextDay(20);
    for (let day = 0; day < 20; day += 1) await lab.nextDay();
    expect(await lab.rows("network_utilization")).toBe(5);
    const days = (await lab.recorded(network.id)).split(" ").map((text) => Number.parseInt(text, 10));
    expect(days.slice(13)).toEqual([14, 34, ...Array.from({ length: 20 }, (_unused, index) => 35 + index)]);
  });

  it("is written by one of several hosts, and by the next where one stopped", async () => {
    hosts = 10;
    await using place = await open();
    const lab = await startLab(place);
    await using inventory = lab.inventory;
    // More than one slice.
    const made = await inventory.networks.createMany(
      Array.from({ length: 700 }, (_unused, index) => ({ name: `n${index}`, subnet: `10.${index >> 8}.${index & 255}.0/24` })),
    );
    expect(made.success).toBe(700);
    const other = await createInventory({ storage: place.storage(), clock: lab.clock });
    // The other one stops before it has begun with the second slice.
    const stopping = other.host.get(UTILIZATION_RECORDER);
    await Promise.all([stopping.record(), stopping.stop()]);
    await other.close();
    expect(await lab.rows("utilization_day")).toBe(0);
    expect(await lab.rows("network_utilization")).toBeLessThan(700);
    await using third = await createInventory({ storage: place.storage(), clock: lab.clock });
    await Promise.all([inventory, third].map(async ({ host }) => await host.get(UTILIZATION_RECORDER).record()));
    expect([await lab.rows("utilization_day"), await lab.rows("network_utilization")]).toEqual([1, 700]);
    const network = await inventory.networks.list({ name: "n699" });
    expect(await lab.recorded(network[0]?.id ?? "")).toBe("0:0");
  });

  it("takes as many statements for many networks as for few, a slice at a time", async () => {
    hosts = 10;
    await using place = await open();
    const counted = countStatements(place.storage());
    const lab = await startLab(place, { storage: counted.storage });
    await using inventory = lab.inventory;
    const statements = async (): Promise<number> => {
      counted.reset();
      await inventory.host.get(UTILIZATION_RECORDER).record();
      return counted.count();
    };
    await inventory.networks.create({ name: "n", subnet: "10.200.0.0/16" });
    const few = await statements();
    await inventory.networks.createMany(
      Array.from({ length: 480 }, (_unused, index) => ({ name: `n${index}`, subnet: `10.${index >> 8}.${index & 255}.0/24` })),
    );
    // The day is recorded once more. The clock stands: other tasks that are due would be counted, too.
    await inventory.host.get(STORAGE).write(async (transaction) => {
      await transaction.run("delete from utilization_day");
      await transaction.run("delete from network_utilization");
    });
    expect(await statements()).toBe(few);
    expect(await lab.rows("network_utilization")).toBe(481);
  });

  it("is kept for so many days, and goes with its network or pool", async () => {
    hosts = 10;
    await using place = await open();
    const lab = await startLab(place, { utilizationHistoryDays: 40 });
    await using inventory = lab.inventory;
    const network = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    const pool = await inventory.pools.create(network.id, { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.0.99" });
    for (let day = 0; day < 60; day += 1) await lab.nextDay();
    const days = (await lab.recorded(pool.id, "pools")).split(" ");
    expect([days.length, days[0], days.at(-1)]).toEqual([41, "20:0", "60:0"]);
    expect(await lab.rows("utilization_day")).toBe(41);
    for (let day = 0; day < 60; day += 1) await lab.nextDay();
    expect((await lab.recorded(network.id)).split(" ")).toHaveLength(41);
    // A row each 30 days, of which the days 80 to 120 need those of the days 61 and 91.
    expect([await lab.rows("network_utilization"), await lab.rows("pool_utilization")]).toEqual([2, 2]);
    await inventory.pools.delete(pool.id);
    expect(await lab.rows("pool_utilization")).toBe(0);
    await inventory.networks.delete(network.id);
    expect(await lab.rows("network_utilization")).toBe(0);
    await expect(inventory.networks.utilizationHistory(network.id)).rejects.toMatchObject({ code: "NETWORK_NOT_FOUND" });
  });

  it("refuses days that it cannot keep", async () => {
    await using place = await open();
    await expect(createInventory({ storage: place.storage(), utilizationHistoryDays: 0 })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { utilizationHistoryDays: { message: "must be at least 1" } },
    });
  });
});
