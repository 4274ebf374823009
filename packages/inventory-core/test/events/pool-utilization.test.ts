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
