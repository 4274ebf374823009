import { createInventory, type OpenStorage, type Storage } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { containingNetworks } from "../../src/address-space/locate.ts";
import { STORAGE } from "../../src/index.ts";
import { DATABASES } from "../../../../testing/storages.ts";

interface Counted {
  storage: Storage;
  /** Statements that change counters of networks. */
  updates: number;
  /** Rows that statements of transactions read. */
  rows: number;
}

/** A storage that counts what transactions do. */
function countWork(inner: Storage): Counted {
  const counted: Counted = { storage: inner, updates: 0, rows: 0 };
  const counting = <Target extends object>(transaction: Target): Target =>
    new Proxy(transaction, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        if (name === "exec")
          return (...args: [sql: string, params?: readonly unknown[]]): unknown => {
            if (args[0].startsWith("update network set used_count")) counted.updates += 1;
            return Reflect.apply(value, target, args) as unknown;
          };
        if (name !== "all") return value.bind(target) as unknown;
        return async (...args: readonly unknown[]): Promise<unknown> => {
          const rows = (await Reflect.apply(value, target, args)) as readonly unknown[];
          counted.rows += rows.length;
          return rows;
        };
      },
    });
  const write = (open: OpenStorage) => async (work: Parameters<OpenStorage["write"]>[0], options: Parameters<OpenStorage["write"]>[1]) =>
    await open.write(async (transaction) => await work(counting(transaction)), options);
  const wrapped = (open: OpenStorage): OpenStorage =>
    new Proxy(open, {
      get(target, name) {
        if (name === "write") return write(target);
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
  counted.storage = { ...inner, open: async (options: Parameters<Storage["open"]>[0]) => wrapped(await inner.open(options)) };
  return counted;
}

const TWINS = 250;
const twins = (count: number): readonly { readonly name: string; readonly subnet: string }[] =>
  Array.from({ length: count }, () => ({ name: "twin", subnet: "10.0.0.0/24" }));

describe.each(DATABASES)("networks of one subnet on %s", (_, openPlace) => {
  it("are counted together, and addresses in them share their list", async () => {
    await using place = await openPlace();
    const counted = countWork(place.storage());
    await using inventory = await createInventory({ storage: counted.storage });
    await inventory.networks.createMany(twins(TWINS));
    const networks = await Array.fromAsync(await inventory.networks.list());
    const pooled = networks.at(-1)?.id as string;
    const pool = await inventory.pools.create(pooled, { name: "pool", start_ip: "10.0.0.10", end_ip: "10.0.0.20" });
    counted.updates = 0;
    await inventory.devices.create({ name: "host", addresses: [{ ip: "10.0.0.11", pool_id: pool.id }, { ip: "10.0.0.30" }] });
    expect(counted.updates).toBe(1);
    for (const { id } of networks) expect((await inventory.networks.utilization(id)).used_ips).toBe(2);
    expect((await inventory.verify()).differences).toEqual([]);
    const keys = ["40a00000b", "40a00001e"];
    const containing = await containingNetworks(inventory.host.get(STORAGE).read, [0], keys);
    expect(containing.get(keys[0] as string)).toBe(containing.get(keys[1] as string));
  });

  it("are not read by writes, apart from the conflict between them", async () => {
    await using place = await openPlace();
    const counted = countWork(place.storage());
    await using inventory = await createInventory({ storage: counted.storage });
    await inventory.networks.createMany(twins(TWINS));
    const ids = (await Array.fromAsync(await inventory.networks.list())).map(({ id }) => id);
    const [oldest = "", second = "", third = "", fourth = ""] = ids.toSorted();
    const device = await inventory.devices.create({ name: "other" });
    const readBy = async (work: () => Promise<unknown>): Promise<number> => {
      counted.rows = 0;
      await work();
      return counted.rows;
    };
    const { devices, networks } = inventory;
    expect(await readBy(async () => await devices.create({ name: "host", addresses: [{ ip: "10.0.0.30" }] }))).toBeLessThan(TWINS);
    expect(await readBy(async () => await devices.update(device.id, { addresses: [{ ip: "10.0.0.31" }] }))).toBeLessThan(TWINS);
    expect(await readBy(async () => await devices.delete(device.id))).toBeLessThan(TWINS);
    expect(await readBy(async () => await networks.create({ name: "inside", subnet: "10.0.0.0/28" }))).toBeLessThan(TWINS);
    expect(await readBy(async () => await networks.createMany(twins(20)))).toBeLessThan(6 * TWINS);
    expect(await readBy(async () => await networks.update(second, { subnet: "10.0.1.0/24" }))).toBeLessThan(2 * TWINS);
    expect(await readBy(async () => await networks.bulkDelete({ ids: [oldest, third] }))).toBeLessThan(2 * TWINS);
    // Of the networks of the subnet that are left, the oldest has what lies in them.
    expect((await networks.list({ name: "inside" }))[0]?.parent_id).toBe(fourth);
    expect((await devices.list())[0]?.addresses[0]?.network_id).toBe(fourth);
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("come to another space together, where the oldest of all takes what lies in them", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { datacenters, networks, spaces } = inventory;
    const space = await spaces.create({ name: "blue" });
    const site = await datacenters.create({ name: "site" });
    await networks.createMany(twins(3).map((twin) => ({ ...twin, datacenter_id: site.id })));
    await networks.createMany(twins(3).map((twin) => ({ ...twin, space_id: space.id })));
    await networks.create({ name: "inside", subnet: "10.0.0.0/28", space_id: space.id });
    await datacenters.update(site.id, { space_id: space.id });
    const [oldest = ""] = (await networks.list({ name: "twin" })).map(({ id }) => id).toSorted();
    expect((await networks.list({ name: "inside" }))[0]?.parent_id).toBe(oldest);
    expect((await inventory.verify()).differences).toEqual([]);
  });
});
