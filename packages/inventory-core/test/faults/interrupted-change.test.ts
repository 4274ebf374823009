import { createInventory, type OpenStorage, type Storage } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { PLACES } from "../places.ts";

class Died extends Error {}

/** A storage whose transactions die when all is written and before the commit, while `dies` says so. */
function dying(inner: Storage, dies: () => boolean): Storage {
  return {
    ...inner,
    open: async (options) => {
      const open = await inner.open(options);
      const write: OpenStorage["write"] = async (work) =>
        await open.write(async (transaction) => {
          const result = await work(transaction);
          // Sent, executed and seen: only the commit is missing.
          await transaction.get("select 1 as one");
          if (dies()) throw new Died("between choosing and committing");
          return result;
        });
      return new Proxy(open, {
        get: (target, name) => {
          if (name === "write") return write;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === "function" ? (value as (...args: unknown[]) => unknown).bind(target) : value;
        },
      });
    },
  };
}

describe.each(PLACES)("a change that dies between choosing and committing, on %s", (_, openPlace) => {
  it("leaves nothing: the address is free, nothing was told, and the next one gets it", async () => {
    await using place = await openPlace();
    let dead = false;
    await using inventory = await createInventory({ storage: dying(place.storage(), () => dead) });
    const network = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    const pool = await inventory.pools.create(network.id, { name: "p", start_ip: "10.0.0.10", end_ip: "10.0.0.12" });
    const told: string[] = [];
    inventory.events.on("*", ({ event }) => told.push(event));
    const before = (await inventory.events.read()).events.length;
    dead = true;
    const calls = [
      ...Array.from({ length: 5 }, () => inventory.pools.allocate(pool.id, { key: "same" })),
      inventory.devices.create({ name: "d", addresses: [{ ip: "10.0.0.10" }] }),
      inventory.networks.delete(network.id),
    ];
    expect((await Promise.allSettled(calls)).map((outcome) => outcome.status === "rejected" && outcome.reason instanceof Died)).toEqual(
      calls.map(() => true),
    );
    dead = false;
    expect(told).toEqual([]);
    expect((await inventory.events.read()).events).toHaveLength(before);
    expect(await inventory.devices.list()).toEqual([]);
    expect(await inventory.pools.allocations(pool.id)).toEqual([]);
    expect((await inventory.pools.nextIp(pool.id)).ip).toBe("10.0.0.10");
    const { allocations } = await inventory.pools.allocate(pool.id, { key: "same", count: 3 });
    expect(allocations.map(({ ip }) => ip)).toEqual(["10.0.0.10", "10.0.0.11", "10.0.0.12"]);
    expect((await inventory.verify()).differences).toEqual([]);
  });
});
