import { describe, expect, test } from "vitest";
import { addressMetrics, NETWORKS, POOLS } from "../../src/dashboard/address-metrics.ts";
import { createInventory, type Inventory, type Metric, STORAGE } from "../../src/index.ts";
import { planOf } from "../../../../testing/plans.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import { FakeClock } from "@cadastre/testing";

const collected = async (inventory: Inventory, series: number): Promise<ReadonlyMap<string, Metric>> =>
  new Map((await addressMetrics(inventory.host.get(STORAGE), new FakeClock(), series).collect()).map((metric) => [metric.name, metric]));

const countOf = (metrics: ReadonlyMap<string, Metric>, name: string): number => metrics.get(name)?.samples.length ?? 0;
const complete = (metrics: ReadonlyMap<string, Metric>): readonly number[] =>
  metrics.get("cadastre_address_series_complete")?.samples.map(({ value }) => value) ?? [];

describe.each(DATABASES)("gauges of pools and networks, on %s", (dialect, openPlace) => {
  test("tell their sizes and what of them is taken, by id and name", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const site = await inventory.datacenters.create({ name: "fra1" });
    const network = await inventory.networks.create({ name: "servers", subnet: "10.0.0.0/24", datacenter_id: site.id });
    const wide = await inventory.networks.create({ name: "v6", subnet: "2001:db8::/64" });
    const pool = await inventory.pools.create(network.id, { name: "web", start_ip: "10.0.0.10", end_ip: "10.0.0.19" });
    await inventory.devices.create({ name: "d", datacenter_id: site.id, addresses: [{ ip: "10.0.0.10" }, { ip: "10.0.0.200" }] });
    await inventory.pools.allocate(pool.id, { key: "k", count: 2 });
    const metrics = await collected(inventory, 5_000);
    const ofPool = { id: pool.id, name: "web", network_id: network.id, network: "servers" };
    expect(metrics.get("cadastre_pool_size_addresses")?.samples).toEqual([{ labels: ofPool, value: 10 }]);
    expect(metrics.get("cadastre_pool_taken_addresses")?.samples).toEqual([{ labels: ofPool, value: 3 }]);
    const ofNetwork = { id: network.id, name: "servers", subnet: "10.0.0.0/24", datacenter: "fra1" };
    const ofWide = { id: wide.id, name: "v6", subnet: "2001:db8::/64", datacenter: "" };
    expect(metrics.get("cadastre_network_size_addresses")?.samples).toEqual(
      expect.arrayContaining([
        { labels: ofNetwork, value: 254 },
        { labels: ofWide, value: 2 ** 64 },
      ]),
    );
    expect(metrics.get("cadastre_network_taken_addresses")?.samples).toEqual(
      expect.arrayContaining([
        { labels: ofNetwork, value: 2 },
        { labels: ofWide, value: 0 },
      ]),
    );
    expect(complete(metrics)).toEqual([1, 1]);
    expect((await collected(inventory, 0)).size).toBe(0);
  });

  test("are never more than they may be, always the same ones, and say so", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    for (let number = 0; number < 6; number += 1) {
      const { id } = await inventory.networks.create({ name: `n${number}`, subnet: `10.0.${number}.0/24` });
      if (number < 3) await inventory.pools.create(id, { name: `p${number}`, start_ip: `10.0.${number}.1`, end_ip: `10.0.${number}.9` });
    }
    const shown = async (series: number): Promise<readonly unknown[]> => {
      const metrics = await collected(inventory, series);
      const counts = ["pool", "network"].map((record) => countOf(metrics, `cadastre_${record}_size_addresses`));
      expect(counts.reduce((sum, count) => sum + 2 * count, 0)).toBeLessThanOrEqual(series);
      return [...counts, ...complete(metrics)];
    };
    expect(await shown(18)).toEqual([3, 6, 1, 1]);
    expect(await shown(16)).toEqual([3, 5, 1, 0]);
    expect(await shown(8)).toEqual([2, 2, 0, 0]);
    expect(await collected(inventory, 8)).toEqual(await collected(inventory, 8));
  });

  // PostgreSQL reads a table of some rows as a whole; SQLite shows what it does with many.
  test.runIf(dialect === "sqlite")("read as many rows as they tell", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    for (const [sql, params] of [
      [POOLS, ["", 10]],
      [NETWORKS, [10]],
    ] as const)
      expect(await planOf(inventory.host.get(STORAGE), sql, params)).toMatch(/^SCAN . USING INDEX sqlite_autoindex/);
  });
});
