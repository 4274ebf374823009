import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isHigh } from "../../src/address-space/pool-utilization.ts";
import { EventScene } from "./event-scene.ts";
import { type PoolPlace, WAYS } from "./pool-ways.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe("the threshold of pools", () => {
  it("is compared exactly", () => {
    expect([isHigh(8, 10n, 90), isHigh(9, 10n, 90)]).toEqual([false, true]);
    expect([isHigh(332, 1000n, 33.3), isHigh(333, 1000n, 33.3)]).toEqual([false, true]);
    expect([isHigh(9, 10n, 100), isHigh(10, 10n, 100)]).toEqual([false, true]);
    expect([isHigh(0, 1n << 128n, Number.MIN_VALUE), isHigh(1, 10n, 0.1)]).toEqual([false, true]);
    expect([isHigh(Number.MAX_SAFE_INTEGER, 1n << 53n, 100), isHigh(Number.MAX_SAFE_INTEGER, (1n << 53n) - 1n, 100)]).toEqual([
      false,
      true,
    ]);
  });

  it.each([0, -1, 100.1, Number.NaN, Number.POSITIVE_INFINITY, "90"])("is refused when it is %s", async (poolUtilizationThreshold) => {
    const opened = createInventory({ storage: sqlite(":memory:"), poolUtilizationThreshold: poolUtilizationThreshold as number });
    await expect(opened).rejects.toMatchObject({ code: "VALIDATION_ERROR", details: { poolUtilizationThreshold: expect.anything() } });
  });
});

describe.each(DATABASES)("pool.utilization_high on %s", (_, openPlace) => {
  let place: TestDatabase;
  let scene: EventScene;
  beforeAll(async () => {
    place = await openPlace();
    scene = await EventScene.open(place);
  });
  afterAll(async () => {
    await scene[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  const tenAddresses = async (): Promise<PoolPlace> => {
    const prefix = scene.prefix();
    const network = await scene.inventory.networks.create({ name: "n", subnet: `${prefix}.0/24` });
    const pool = await scene.inventory.pools.create(network.id, { name: "ten", start_ip: `${prefix}.1`, end_ip: `${prefix}.10` });
    return { networkId: network.id, poolId: pool.id, prefix };
  };
  /** Utilization that was told of the pool since this was asked last. */
  const told = async ({ poolId }: PoolPlace): Promise<unknown[]> =>
    (await scene.events())
      .filter(({ event, record_id: id }) => event === "pool.utilization_high" && id === poolId)
      .map(({ data }) => data["utilization"]);

  it.each(WAYS)("is told once when %s, and again after it fell", async (_what, prepare) => {
    const pool = await tenAddresses();
    const { cross, fall } = await prepare(scene, pool);
    expect(await told(pool)).toEqual([]);
    for (let time = 0; time < 2; time += 1) {
      await cross();
      const [utilization, ...more] = await told(pool);
      expect([utilization === 90 || utilization === 100, more]).toEqual([true, []]);
      const { id } = await scene.inventory.devices.create({ name: "another", addresses: [{ ip: `${pool.prefix}.10` }] });
      await scene.inventory.devices.delete(id);
      await fall();
      expect(await told(pool)).toEqual([]);
    }
    expect((await scene.inventory.verify()).differences).toEqual([]);
  });

  it("is told again when holds had expired, whoever sweeps them", async () => {
    const pool = await tenAddresses();
    await scene.inventory.pools.allocate(pool.poolId, { count: 9, ttl_seconds: 60 });
    expect(await told(pool)).toEqual([90]);
    // They are swept in the change that hands out as many again, but were free when their time was up.
    scene.clock.skip(61_000);
    await scene.inventory.pools.allocate(pool.poolId, { count: 9 });
    expect(await told(pool)).toEqual([90]);
  });

  it("is told when the network of a pool moves to a space where all addresses of the pool are reserved", async () => {
    const prefix = scene.prefix();
    const space = await scene.inventory.spaces.create({ name: prefix });
    await scene.inventory.networks.create({ name: "inner", subnet: `${prefix}.0/29`, space_id: space.id });
    const network = await scene.inventory.networks.create({ name: "outer", subnet: `${prefix}.0/24` });
    const pool = await scene.inventory.pools.create(network.id, { name: "one", start_ip: `${prefix}.7`, end_ip: `${prefix}.7` });
    const place = { networkId: network.id, poolId: pool.id, prefix };
    for (let time = 0; time < 2; time += 1) {
      await scene.inventory.networks.update(network.id, { space_id: space.id });
      expect(await told(place)).toEqual([100]);
      await scene.inventory.networks.update(network.id, { space_id: null });
      expect(await told(place)).toEqual([]);
    }
  });

  it("is not told of a pool that is made over taken addresses until it fell and filled up", async () => {
    const { networkId, prefix } = await tenAddresses();
    const { id } = await scene.inventory.devices.create({ name: "two", addresses: [{ ip: `${prefix}.20` }, { ip: `${prefix}.21` }] });
    const pool = await scene.inventory.pools.create(networkId, { name: "two", start_ip: `${prefix}.20`, end_ip: `${prefix}.21` });
    const place = { networkId, prefix, poolId: pool.id };
    expect(await told(place)).toEqual([]);
    for (const count of [1, 2])
      await scene.inventory.devices.update(id, { addresses: [{ ip: `${prefix}.20` }, { ip: `${prefix}.21` }].slice(0, count) });
    expect(await told(place)).toEqual([100]);
  });

  it.each([
    ["/28", 14],
    ["/29", 6],
    ["/30", 2],
  ])("is told of a pool that spans a whole IPv4 %s once all usable addresses are allocated", async (length, usable) => {
    const prefix = scene.prefix();
    const network = await scene.inventory.networks.create({ name: "whole", subnet: `${prefix}.0${length}` });
    const pool = await scene.inventory.pools.create(network.id, {
      name: "all",
      start_ip: `${prefix}.0`,
      end_ip: `${prefix}.${usable + 1}`,
    });
    const place = { networkId: network.id, prefix, poolId: pool.id };
    // A reserved address that a device holds does not count.
    await scene.inventory.devices.create({ name: "at the network address", addresses: [{ ip: `${prefix}.0` }] });
    await scene.inventory.pools.allocate(pool.id, { count: usable - 1 });
    const before = await told(place);
    await scene.inventory.pools.allocate(pool.id, {});
    const after = await told(place);
    expect([...before, ...after]).toHaveLength(1);
    const { points } = await scene.inventory.pools.utilizationHistory(pool.id, {});
    expect(points.at(-1)).toMatchObject({ total: usable, used: usable, utilization: 100 });
    expect((await scene.inventory.dashboard.get({ limit: 50 })).fullest_pools?.find(({ pool_id: id }) => id === pool.id)).toMatchObject({
      total_ips: usable,
      utilization: 100,
    });
  });

  it("is told of a pool that spans a whole IPv6 /126", async () => {
    const network = await scene.inventory.networks.create({ name: "whole", subnet: "2001:db8:7::/126" });
    const pool = await scene.inventory.pools.create(network.id, { name: "all", start_ip: "2001:db8:7::", end_ip: "2001:db8:7::3" });
    await scene.inventory.pools.allocate(pool.id, { count: 3 });
    expect(await told({ networkId: network.id, prefix: "", poolId: pool.id })).toEqual([100]);
  });

  it("counts addresses in quarantine, and is told of no pool that only stays as full", async () => {
    const { networkId, prefix } = await tenAddresses();
    const pool = await scene.inventory.pools.create(networkId, {
      name: "waits",
      start_ip: `${prefix}.20`,
      end_ip: `${prefix}.21`,
      quarantine_seconds: 3600,
    });
    const place = { networkId, prefix, poolId: pool.id };
    const { allocations } = await scene.inventory.pools.allocate(pool.id, {});
    await scene.inventory.allocations.release(allocations[0]?.id ?? "");
    expect(await told(place)).toEqual([]);
    await scene.inventory.pools.allocate(pool.id, {});
    expect(await told(place)).toEqual([100]);
    expect((await scene.inventory.pools.utilizationHistory(pool.id, {})).points.at(-1)).toMatchObject({ used: 2, utilization: 100 });
    await scene.inventory.pools.allocate(pool.id, { ip: `${prefix}.20` });
    expect(await told(place)).toEqual([]);
  });

  it("does not count the network and broadcast address that devices hold as used in a network", async () => {
    const prefix = scene.prefix();
    const network = await scene.inventory.networks.create({ name: "ends", subnet: `${prefix}.0/30` });
    await scene.inventory.devices.create({ name: "ends", addresses: [{ ip: `${prefix}.0` }, { ip: `${prefix}.3` }] });
    expect(await scene.inventory.networks.utilization(network.id)).toMatchObject({ total_ips: 2, used_ips: 0, utilization: 0 });
  });

  it("has the threshold of the host", async () => {
    await using other = await EventScene.open(place, { poolUtilizationThreshold: 12.5 });
    const { networkId, prefix } = await tenAddresses();
    const pool = await scene.inventory.pools.create(networkId, { name: "sixteen", start_ip: `${prefix}.20`, end_ip: `${prefix}.35` });
    await scene.events();
    for (let index = 0; index < 3; index += 1) await other.inventory.pools.allocate(pool.id, {});
    expect(await scene.told()).toEqual([
      ["pool.utilization_high", { pool_id: pool.id, pool_name: "sixteen", network_id: networkId, utilization: 12.5, threshold: 12.5 }],
    ]);
  });
});
