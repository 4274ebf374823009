import { createInventory, type Inventory, STORAGE } from "@cadastre/inventory-core";
import { FakeClock, KEY_CREDENTIAL } from "@cadastre/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALLOCATION_KEY_PURGE } from "../../src/pools/request-keys/allocation-key-purge.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const DAY_MS = 86_400_000;

describe.each(DATABASES)("request keys of pools on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  let clock: FakeClock;
  let network: string;
  let nth = 0;

  beforeAll(async () => {
    place = await openPlace();
    clock = new FakeClock();
    inventory = await createInventory({ storage: place.storage(), clock });
    network = (await inventory.networks.create({ name: "n", subnet: "10.0.0.0/8" })).id;
  });

  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  const newPool = async (): Promise<string> => {
    nth += 1;
    return (await inventory.pools.create(network, { name: `p${nth}`, start_ip: `10.0.${nth}.10`, end_ip: `10.0.${nth}.99` })).id;
  };
  const ipsOf = async (pool: string, request: object): Promise<string[]> =>
    (await inventory.pools.allocate(pool, request)).allocations.map(({ ip }) => ip);
  const conflict = (released: readonly string[]) => ({ code: "CONFLICT", details: { released } });

  it("are never answered with fewer addresses than the first time", async () => {
    const pool = await newPool();
    const asked = { count: 3, key: "three" };
    const { allocations } = await inventory.pools.allocate(pool, asked);
    const ips = allocations.map(({ ip }) => ip);
    expect(await ipsOf(pool, asked)).toEqual(ips);
    await inventory.allocations.release(allocations[1]?.id ?? "");
    await expect(inventory.pools.allocate(pool, asked)).rejects.toMatchObject(conflict([ips[1] as string]));
    await inventory.allocations.release(allocations[0]?.id ?? "");
    await inventory.allocations.release(allocations[2]?.id ?? "");
    await expect(inventory.pools.allocate(pool, asked)).rejects.toMatchObject(conflict(ips));
    await expect(inventory.pools.allocate(pool, { ...asked, count: 2 })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("another count"),
    });
    // The addresses are free for others meanwhile.
    expect(await ipsOf(pool, { key: "other" })).toEqual([ips[0]]);
  });

  it("whose addresses expired, or went with their device, are refused", async () => {
    const pool = await newPool();
    const short = { ttl_seconds: 5, key: "short" };
    const [expiring] = await ipsOf(pool, short);
    const [taken] = await ipsOf(pool, { key: "taken" });
    const device = await inventory.devices.create({ name: "taker", addresses: [{ ip: taken as string }] });
    // Confirmed is still held: the device has it.
    expect((await inventory.pools.allocate(pool, { key: "taken" })).allocations).toMatchObject([
      { ip: taken, status: "confirmed", device_id: device.id },
    ]);
    await clock.advance(5000);
    await expect(inventory.pools.allocate(pool, short)).rejects.toMatchObject(conflict([expiring as string]));
    await inventory.devices.delete(device.id);
    await expect(inventory.pools.allocate(pool, { key: "taken" })).rejects.toMatchObject(conflict([taken as string]));
  });

  it("can be forgotten, and are new then", async () => {
    const pool = await newPool();
    const [first] = await ipsOf(pool, { key: "k" });
    await inventory.allocations.forgetKey("k", { pool_id: pool });
    const [second] = await ipsOf(pool, { key: "k", note: "again" });
    expect(second).not.toBe(first);
    expect(await ipsOf(pool, { key: "k", note: "again" })).toEqual([second]);
    expect((await inventory.pools.allocations(pool)).map(({ ip }) => ip)).toEqual([first, second]);
    await expect(inventory.allocations.forgetKey("none", { pool_id: pool })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(inventory.allocations.forgetKey("k", { pool_id: "none" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(inventory.allocations.forgetKey("k", {} as { pool_id: string })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("are kept for 30 days after the last of their allocations ended, and as long as there is one", async () => {
    const pool = await newPool();
    const { allocations } = await inventory.pools.allocate(pool, { count: 2, key: "old" });
    await ipsOf(pool, { key: "held" });
    const keys = async (): Promise<string[]> => {
      const rows = await inventory.host
        .get(STORAGE)
        .read.all<{ request_key: string }>("select request_key from allocation_request_key where pool_id = ? order by request_key", [pool]);
      return rows.map((row) => row.request_key);
    };
    const purge = async (): Promise<void> => await inventory.host.get(ALLOCATION_KEY_PURGE).purge();
    await inventory.allocations.release(allocations[0]?.id ?? "");
    await clock.advance(31 * DAY_MS);
    await purge();
    expect(await keys()).toEqual(["held", "old"]);
    await inventory.allocations.release(allocations[1]?.id ?? "");
    await clock.advance(30 * DAY_MS - 1);
    await purge();
    await expect(inventory.pools.allocate(pool, { count: 2, key: "old" })).rejects.toMatchObject({ code: "CONFLICT" });
    await clock.advance(1);
    await purge();
    expect(await keys()).toEqual(["held"]);
    expect(await ipsOf(pool, { count: 2, key: "old" })).toHaveLength(2);
  });

  it("go with their pool", async () => {
    const pool = await newPool();
    await ipsOf(pool, { key: "gone" });
    await inventory.pools.delete(pool);
    expect(await inventory.host.get(STORAGE).read.all("select * from allocation_request_key where pool_id = ?", [pool])).toEqual([]);
  });

  it("are answered alike to all who ask at once", async () => {
    const pool = await newPool();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ipsOf(pool, { count: 2, key: "same" })));
    expect(new Set(answers.map((ips) => ips.join())).size).toBe(1);
    expect(await inventory.pools.allocations(pool)).toHaveLength(2);
  });

  it("of a pool that shrinks are released only when that is asked for", async () => {
    const pool = await newPool();
    const ips = await ipsOf(pool, { count: 3, key: "k" });
    const held = await inventory.pools.allocations(pool);
    const [last] = held.slice(-1);
    const device = await inventory.devices.create({ name: "inside", addresses: [{ ip: ips[1] as string }] });
    const smaller = { end_ip: ips[0] as string };
    await expect(inventory.pools.update(pool, smaller)).rejects.toMatchObject({
      code: "CONFLICT",
      details: {
        allocations: [
          { id: held[1]?.id, ip: ips[1] },
          { id: last?.id, ip: ips[2] },
        ],
      },
    });
    expect(await inventory.pools.get(pool)).toMatchObject({ end_ip: expect.stringMatching(/99$/) });
    const editor = inventory.as({
      kind: "user",
      userId: "u",
      username: "u",
      permissions: new Set(["pool:update"]),
      credential: KEY_CREDENTIAL,
      credentialId: "k",
    });
    await expect(editor.pools.update(pool, { ...smaller, release_outside: true })).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { permission: "allocation:delete" },
    });
    expect(await inventory.pools.allocations(pool)).toHaveLength(3);
    const before = await inventory.networks.utilization(network);
    expect(await inventory.pools.update(pool, { ...smaller, release_outside: true })).not.toHaveProperty("release_outside");
    expect((await inventory.pools.allocations(pool)).map(({ ip }) => ip)).toEqual([ips[0]]);
    // The device keeps its address, which has no pool any more.
    expect((await inventory.devices.get(device.id)).addresses).toMatchObject([{ ip: ips[1], pool_id: null }]);
    expect(await inventory.networks.utilization(network)).toEqual(before);
    await expect(inventory.pools.allocate(pool, { count: 3, key: "k" })).rejects.toMatchObject(
      conflict([ips[1] as string, ips[2] as string]),
    );
    expect(await inventory.verify()).toMatchObject({ count: 0 });
  });
});
