import { createInventory, type OpenStorage, type Storage } from "@cadastre/inventory-core";
import { expect, it } from "vitest";
import { containingNetworks } from "../../src/address-space/locate.ts";
import { STORAGE } from "../../src/index.ts";
import { DATABASES } from "../../../../testing/storages.ts";

/** A storage that counts statements of transactions that change counters of networks. */
function countUpdates(inner: Storage): { storage: Storage; updates: number } {
  const counted = { storage: inner, updates: 0 };
  const counting = <Target extends object>(transaction: Target): Target =>
    new Proxy(transaction, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        if (name !== "exec") return value.bind(target) as unknown;
        return (...args: [sql: string, params?: readonly unknown[]]): unknown => {
          if (args[0].startsWith("update network set used_count")) counted.updates += 1;
          return Reflect.apply(value, target, args) as unknown;
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

it.each(DATABASES)("networks of one subnet are counted together, and addresses in them share their list, on %s", async (_, openPlace) => {
  await using place = await openPlace();
  const counted = countUpdates(place.storage());
  await using inventory = await createInventory({ storage: counted.storage });
  await inventory.networks.createMany(Array.from({ length: 250 }, () => ({ name: "twin", subnet: "10.0.0.0/24" })));
  const networks = await Array.fromAsync(await inventory.networks.list());
  const pooled = networks.at(-1)?.id as string;
  const pool = await inventory.pools.create(pooled, { name: "pool", start_ip: "10.0.0.10", end_ip: "10.0.0.20" });
  counted.updates = 0;
  await inventory.devices.create({ name: "host", addresses: [{ ip: "10.0.0.11", pool_id: pool.id }, { ip: "10.0.0.30" }] });
  expect(counted.updates).toBe(1);
  for (const { id } of networks) expect((await inventory.networks.utilization(id)).used_ips).toBe(2);
  const keys = ["40a00000b", "40a00001e"];
  const containing = await containingNetworks(inventory.host.get(STORAGE).read, [0], keys);
  expect(containing.get(keys[0] as string)).toHaveLength(250);
  expect(containing.get(keys[0] as string)).toBe(containing.get(keys[1] as string));
});
