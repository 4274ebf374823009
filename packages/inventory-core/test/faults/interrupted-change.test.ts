import { createInventory } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { Died, dying } from "./dying-storage.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("a change that dies between choosing and committing, on %s", (_, openPlace) => {
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
