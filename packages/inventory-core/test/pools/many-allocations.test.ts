import { createInventory, type OpenStorage, type Storage } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

type Methods = Readonly<Record<string, (sql: string, params?: readonly unknown[]) => unknown>>;

/** A storage that notes the longest list of values that a statement of a transaction was given. */
function recordLists(inner: Storage): { readonly storage: Storage; longest: number } {
  const recorded = { storage: inner, longest: 0 };
  const noting = <Target extends object>(transaction: Target): Target =>
    new Proxy(transaction, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        if (!["all", "get", "run", "exec"].includes(String(name))) return value.bind(target) as unknown;
        return (sql: string, params: readonly unknown[] = []) => {
          for (const param of params) if (Array.isArray(param)) recorded.longest = Math.max(recorded.longest, param.length);
          return (target as unknown as Methods)[String(name)]?.(sql, params);
        };
      },
    });
  const recording = (open: OpenStorage): OpenStorage =>
    new Proxy(open, {
      get(target, name) {
        if (name === "write")
          return async (work: Parameters<OpenStorage["write"]>[0], options: Parameters<OpenStorage["write"]>[1]) =>
            await target.write(async (transaction) => await work(noting(transaction)), options);
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
  recorded.storage = { ...inner, open: async (options: Parameters<Storage["open"]>[0]) => recording(await inner.open(options)) };
  return recorded;
}

describe.each(DATABASES)("a pool of many allocations on %s", (_, openPlace) => {
  it("is deleted a slice of them at a time", async () => {
    await using place = await openPlace();
    const recorded = recordLists(place.storage());
    await using inventory = await createInventory({ storage: recorded.storage });
    const network = await inventory.networks.create({ name: "office", subnet: "10.0.0.0/16" });
    const pool = await inventory.pools.create(network.id, { name: "all", start_ip: "10.0.0.0", end_ip: "10.0.255.255" });
    await inventory.pools.allocate(pool.id, { count: 1200 });
    recorded.longest = 0;
    await inventory.pools.delete(pool.id);
    expect(recorded.longest).toBeGreaterThan(400);
    expect(recorded.longest).toBeLessThan(600);
    expect((await inventory.networks.utilization(network.id)).used_ips).toBe(0);
  });
});
