import { createInventory } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { HOLD_SWEEPER } from "../../src/pools/allocations/hold-sweeper.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("an allocation at its expires_at, on %s", (_, openPlace) => {
  it("is free from that millisecond on, for who asks next and for the sweeper", async () => {
    await using place = await openPlace();
    const clock = new FakeClock();
    await using inventory = await createInventory({ storage: place.storage(), clock });
    const sweeper = inventory.host.get(HOLD_SWEEPER);
    // Sweeps only when it is told to, so that asking is what frees the address.
    await sweeper.stop();
    const { id } = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    const pool = await inventory.pools.create(id, { name: "p", start_ip: "10.0.0.10", end_ip: "10.0.0.10" });
    const hold = async () => (await inventory.pools.allocate(pool.id, { ttl_seconds: 5 })).allocations[0];

    const first = await hold();
    expect(first?.expires_at).toBe(new Date(clock.now() + 5000).toISOString());
    await clock.advance(4999);
    await expect(hold()).rejects.toMatchObject({ code: "IP_NOT_AVAILABLE" });
    await clock.advance(1);
    const second = await hold();
    expect([second?.ip, second?.id === first?.id]).toEqual(["10.0.0.10", false]);

    await clock.advance(4999);
    await sweeper.sweep();
    expect(await inventory.pools.allocations(pool.id)).toHaveLength(1);
    await clock.advance(1);
    await sweeper.sweep();
    expect(await inventory.pools.allocations(pool.id)).toEqual([]);
    expect(await inventory.pools.nextIp(pool.id)).toEqual({ ip: "10.0.0.10" });
    expect(await inventory.verify()).toMatchObject({ count: 0 });
  });
});
