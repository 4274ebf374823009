import { createInventory, SYSTEM } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { DASHBOARD } from "../../src/dashboard/dashboard-service.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("utilization on %s", (_, openPlace) => {
  it("is the same in the dashboard, the network, its pool and their histories when reserved addresses are held", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), clock: new FakeClock() });
    const make = async (name: string, subnet: string, range: readonly [string, string], ips: readonly string[]) => {
      const { id } = await inventory.networks.create({ name, subnet });
      const pool = await inventory.pools.create(id, { name, start_ip: range[0], end_ip: range[1] });
      await inventory.devices.create({ name, addresses: ips.map((ip) => ({ ip })) });
      return { id, pool: pool.id };
    };
    const ends = await make("ends", "10.0.0.0/30", ["10.0.0.0", "10.0.0.3"], ["10.0.0.0", "10.0.0.3"]);
    const half = await make("half", "10.0.1.0/30", ["10.0.1.0", "10.0.1.3"], ["10.0.1.0", "10.0.1.1"]);
    const full = await make("full", "10.0.2.0/30", ["10.0.2.0", "10.0.2.3"], ["10.0.2.1", "10.0.2.2"]);
    const nested = await make("nested", "10.0.3.0/29", ["10.0.3.0", "10.0.3.7"], ["10.0.3.3", "10.0.3.4", "10.0.3.1"]);
    await inventory.networks.create({ name: "lower", subnet: "10.0.3.0/30" });
    await inventory.networks.create({ name: "upper", subnet: "10.0.3.4/30" });
    const anycast = await make("anycast", "2001:db8::/126", ["2001:db8::", "2001:db8::3"], ["2001:db8::"]);
    const dashboard = await inventory.host.get(DASHBOARD).read({ limit: 10 }, { principal: SYSTEM, source: "test" });
    const figures = async ({ id, pool }: { readonly id: string; readonly pool: string }) => ({
      network: (await inventory.networks.utilization(id)).utilization,
      history: (await inventory.networks.utilizationHistory(id)).points.at(-1)?.utilization,
      fullest: dashboard.fullest_networks?.find(({ network_id }) => network_id === id)?.utilization,
      pool: (await inventory.pools.utilizationHistory(pool)).points.at(-1)?.utilization,
      fullestPool: dashboard.fullest_pools?.find(({ pool_id }) => pool_id === pool)?.utilization,
    });
    /** Utilization of a network and of its pool. Networks without a used address are not in the dashboard. */
    const same = (network: number, pool: number) => ({
      network,
      history: network,
      fullest: network === 0 ? undefined : network,
      pool,
      fullestPool: pool,
    });
    expect({
      ends: await figures(ends),
      half: await figures(half),
      full: await figures(full),
      nested: await figures(nested),
      anycast: await figures(anycast),
    }).toEqual({ ends: same(0, 0), half: same(50, 50), full: same(100, 100), nested: same(50, 25), anycast: same(25, 0) });
  });

  it("decides which networks the dashboard lists first, so that held reserved addresses do not hide a fuller network", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    for (const third of [0, 1, 2]) {
      await inventory.networks.create({ name: `ends ${third}`, subnet: `10.0.${third}.0/30` });
      await inventory.devices.create({ name: `e${third}`, addresses: [{ ip: `10.0.${third}.0` }, { ip: `10.0.${third}.3` }] });
    }
    await inventory.networks.create({ name: "busy", subnet: "10.1.0.0/29" });
    await inventory.devices.create({ name: "busy", addresses: [1, 2].map((last) => ({ ip: `10.1.0.${last}` })) });
    const { fullest_networks: fullest } = await inventory.host.get(DASHBOARD).read({ limit: 2 }, { principal: SYSTEM, source: "test" });
    expect(fullest?.map(({ name, utilization }) => [name, utilization])).toEqual([["busy", 33.33]]);
  });
});
