import { createInventory, HeatmapEntry, type Inventory } from "@cadastre/inventory-core";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AddressKey, nextKey } from "../../src/address/address-key.ts";
import { cidrOf } from "../../src/address/cidr.ts";
import { parseAddress, textOf } from "../../src/address/ip-address.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

/** What a pool of 600 addresses holds: offsets that devices use (some by two), and offsets that are asked for. */
const contents = fc.record({
  /** First address of the pool, counted from the first of its subnet. */
  from: fc.constantFrom(0, 1, 37),
  used: fc.array(fc.integer({ min: 0, max: 599 }), { maxLength: 120 }),
  stretch: fc.record({ at: fc.integer({ min: 0, max: 400 }), count: fc.integer({ min: 0, max: 200 }) }),
  held: fc.integer({ min: 0, max: 150 }),
  usedFirst: fc.boolean(),
});

const keysFrom = (start: AddressKey, count: number): AddressKey[] => {
  const keys = [start];
  while (keys.length < count) keys.push(nextKey(keys.at(-1) as AddressKey) as AddressKey);
  return keys;
};

describe.each(DATABASES)("heatmaps on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  let nth = 0;

  beforeAll(async () => {
    place = await openPlace();
    inventory = await createInventory({ storage: place.storage() });
  });

  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  /** A pool in a subnet of its own, filled. */
  async function filled(
    family: 4 | 6,
    { from, used, stretch, held, usedFirst }: typeof contents extends fc.Arbitrary<infer T> ? T : never,
  ) {
    nth += 1;
    // The IPv6 pool crosses the end of a group, the IPv4 pool ends of octets and, from 0, the network's own address.
    const subnet = family === 4 ? `10.${nth}.0.0/22` : `2001:db8:${nth}::fe00/119`;
    const network = await inventory.networks.create({ name: subnet, subnet: family === 4 ? subnet : `2001:db8:${nth}::/64` });
    const first = (parseAddress(subnet.split("/")[0] as string) as { key: AddressKey }).key;
    const keys = keysFrom(first, from + 600).slice(from);
    const ips = keys.map(textOf);
    const pool = await inventory.pools.create(network.id, { name: subnet, start_ip: ips[0] as string, end_ip: ips.at(-1) as string });
    const use = async (): Promise<void> => {
      const offsets = [...used, ...Array.from({ length: stretch.count }, (__, index) => stretch.at + index)];
      await Promise.all(
        offsets.map(
          async (offset, index) => await inventory.devices.create({ name: `d${index}`, addresses: [{ ip: ips[offset] as string }] }),
        ),
      );
    };
    if (usedFirst) await use();
    if (held > 0) await inventory.pools.allocate(pool.id, { count: held });
    if (!usedFirst) await use();
    return { pool, network, keys };
  }

  it.each([4, 6] as const)("of IPv%i show each address and each block as a look at all records does", async (family) => {
    await fc.assert(
      fc.asyncProperty(contents, async (given) => {
        const { pool, network, keys } = await filled(family, given);
        const holders = new Map<string, string[]>();
        for (const device of await inventory.networks.devices(network.id)) {
          for (const { ip } of device.addresses) holders.set(ip, [...(holders.get(ip) ?? []), device.id].toSorted());
        }
        const asked = new Set((await inventory.pools.allocations(pool.id)).filter(({ status }) => status === "held").map(({ ip }) => ip));
        const ends = family === 4 ? new Set([cidrOf(keys[0] as AddressKey, 22).first]) : new Set<string>();
        const expected = keys.map((key) => {
          const ip = textOf(key);
          const [deviceId] = holders.get(ip) ?? [];
          if (deviceId !== undefined) return { ip, status: "used", device_id: deviceId };
          return { ip, status: asked.has(ip) || ends.has(key) ? "reserved" : "available" };
        });
        const drawn = await inventory.pools.heatmap(pool.id);
        expect(drawn).toEqual(expected);
        for (const entry of drawn) expect(HeatmapEntry.parse(entry)).toEqual(entry);
        const bits = family === 4 ? 32 : 128;
        for (const prefix of [bits - 10, bits - 8, bits - 5, bits - 1, bits]) {
          const blocks = new Map<string, { cidr: string; total: number; used: number; reserved: number; available: number }>();
          for (const [index, key] of keys.entries()) {
            const cidr = cidrOf(key, prefix).text;
            const block = blocks.get(cidr) ?? { cidr, total: 0, used: 0, reserved: 0, available: 0 };
            block.total += 1;
            block[expected[index]?.status as "used" | "reserved" | "available"] += 1;
            blocks.set(cidr, block);
          }
          expect(await inventory.pools.heatmap(pool.id, { prefix })).toEqual([...blocks.values()]);
        }
      }),
      { numRuns: 12, seed: 20_261_121 },
    );
  });

  it("show the subnet-router anycast address of IPv6 as reserved, unless a device holds it, and never hand it out", async () => {
    for (const [length, reserved] of [
      [124, true],
      [126, true],
      [127, false],
      [128, false],
    ] as const) {
      const base = `2001:db8:a${length}::`;
      const network = await inventory.networks.create({ name: base, subnet: `${base}/${length}` });
      const size = 2 ** (128 - length);
      const last = size === 1 ? base : `${base}${(size - 1).toString(16)}`;
      const pool = await inventory.pools.create(network.id, { name: base, start_ip: base, end_ip: last });
      const status = reserved ? "reserved" : "available";
      for (const drawn of [await inventory.pools.heatmap(pool.id), await inventory.networks.heatmap(network.id)])
        expect(drawn[0]).toEqual({ ip: base, status });
      const folded = { cidr: `${base}/${length}`, total: size, used: 0, reserved: reserved ? 1 : 0, available: reserved ? size - 1 : size };
      expect(await inventory.pools.heatmap(pool.id, { prefix: length })).toEqual([folded]);
      expect(await inventory.networks.heatmap(network.id, { prefix: length })).toEqual([folded]);
      expect(await inventory.pools.nextIp(pool.id)).toEqual({ ip: reserved ? `${base}1` : base });
      if (!reserved) continue;
      await expect(inventory.pools.allocate(pool.id, { ip: base })).rejects.toMatchObject({
        code: "IP_NOT_AVAILABLE",
        details: { state: "reserved" },
      });
      await expect(inventory.pools.allocate(pool.id, { count: size })).rejects.toMatchObject({ code: "IP_NOT_AVAILABLE" });
      expect((await inventory.pools.allocate(pool.id, { count: size - 1 })).allocations.map(({ ip }) => ip)).not.toContain(base);
      // Whoever has it all the same is recorded.
      const { id } = await inventory.devices.create({ name: "router", addresses: [{ ip: base }] });
      expect((await inventory.pools.heatmap(pool.id))[0]).toEqual({ ip: base, status: "used", device_id: id });
      expect(await inventory.networks.utilization(network.id)).toMatchObject({ total_ips: size, used_ips: 1 });
    }
    expect(await inventory.verify()).toMatchObject({ count: 0 });
  });

  it("fold what is in more runs than are read at once", async () => {
    const network = await inventory.networks.create({ name: "runs", subnet: "172.16.0.0/16" });
    const pool = await inventory.pools.create(network.id, { name: "runs", start_ip: "172.16.0.0", end_ip: "172.16.255.255" });
    const ips = Array.from({ length: 1500 }, (__, index) => `172.16.${Math.floor(index / 125)}.${(index % 125) * 2 + 1}`);
    await inventory.devices.create({ name: "every second", addresses: ips.map((ip) => ({ ip })) });
    const blocks = await inventory.pools.heatmap(pool.id, { prefix: 20 });
    expect(blocks).toHaveLength(16);
    expect(blocks[0]).toEqual({ cidr: "172.16.0.0/20", total: 4096, used: 1500, reserved: 1, available: 2595 });
    expect(blocks[15]).toEqual({ cidr: "172.16.240.0/20", total: 4096, used: 0, reserved: 1, available: 4095 });
  });

  it("of a network show what the pools inside it show, in nested networks too, and what lies in no pool", async () => {
    const outer = await inventory.networks.create({ name: "outer", subnet: "192.168.0.0/23" });
    const inner = await inventory.networks.create({ name: "inner", subnet: "192.168.1.0/24" });
    const pool = await inventory.pools.create(inner.id, { name: "inner", start_ip: "192.168.1.10", end_ip: "192.168.1.20" });
    const { allocations } = await inventory.pools.allocate(pool.id, { count: 2 });
    const { id } = await inventory.devices.create({
      name: "d",
      addresses: [{ ip: "192.168.1.10" }, { ip: "192.168.0.7" }, { ip: "192.168.1.0" }],
    });
    expect(allocations.map(({ ip }) => ip)).toEqual(["192.168.1.10", "192.168.1.11"]);
    const drawn = await inventory.networks.heatmap(outer.id);
    expect(drawn.map((entry) => "ip" in entry && entry.ip)).toEqual(
      Array.from({ length: 512 }, (__, index) => `192.168.${index >> 8}.${index & 255}`),
    );
    expect(drawn.filter((entry) => "ip" in entry && entry.status !== "available")).toEqual([
      { ip: "192.168.0.0", status: "reserved" },
      { ip: "192.168.0.7", status: "used", device_id: id },
      { ip: "192.168.1.0", status: "used", device_id: id },
      { ip: "192.168.1.10", status: "used", device_id: id },
      { ip: "192.168.1.11", status: "reserved" },
      { ip: "192.168.1.255", status: "reserved" },
    ]);
    expect(await inventory.networks.heatmap(outer.id, { prefix: 24 })).toEqual([
      { cidr: "192.168.0.0/24", total: 256, used: 1, reserved: 1, available: 254 },
      { cidr: "192.168.1.0/24", total: 256, used: 2, reserved: 2, available: 252 },
    ]);
    expect(await inventory.networks.heatmap(inner.id, { prefix: 24 })).toEqual([
      { cidr: "192.168.1.0/24", total: 256, used: 2, reserved: 2, available: 252 },
    ]);
    const counted = await inventory.networks.utilizations();
    const networks = await inventory.networks.list();
    expect(counted.map((one) => one.network_id)).toEqual(networks.map((one) => one.id));
    for (const one of [outer, inner])
      expect(counted.find(({ network_id: network }) => network === one.id)).toEqual(await inventory.networks.utilization(one.id));
    await expect(inventory.networks.heatmap("none")).rejects.toMatchObject({ code: "NETWORK_NOT_FOUND" });
    const wide = await inventory.networks.create({ name: "wide", subnet: "2001:db8:ffff::/64" });
    await expect(inventory.networks.heatmap(wide.id)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await inventory.networks.heatmap(wide.id, { prefix: 66 })).toHaveLength(4);
  });
});
