import { createInventory } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

const HOUR_MS = 3_600_000;

/** A clock that can be set, as an operator or a time server does. */
class JumpingClock extends FakeClock {
  offsetMs = 0;

  override now(): number {
    return super.now() + this.offsetMs;
  }
}

describe.each(DATABASES)("a clock that jumps, on %s", (_, openPlace) => {
  it("keeps what is held for longer or shorter, gives nothing twice and loses nothing", async () => {
    await using place = await openPlace();
    const clock = new JumpingClock();
    await using inventory = await createInventory({ storage: place.storage(), clock });
    const network = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    const pool = await inventory.pools.create(network.id, { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.0.4" });
    const allocate = async (ttl: number | null): Promise<string | undefined> =>
      (await inventory.pools.allocate(pool.id, { ttl_seconds: ttl })).allocations[0]?.ip;
    expect(await allocate(60)).toBe("10.0.0.1");
    // Back: the hold lasts longer than it was asked for, and nobody gets its address meanwhile.
    clock.offsetMs = -HOUR_MS;
    expect(await allocate(60)).toBe("10.0.0.2");
    await clock.advance(61_000);
    expect(await allocate(null)).toBe("10.0.0.2");
    expect(await allocate(60)).toBe("10.0.0.3");
    // Forward: what was held for a time is over, what was not stays.
    clock.offsetMs = 24 * HOUR_MS;
    expect(await allocate(null)).toBe("10.0.0.1");
    expect(await allocate(null)).toBe("10.0.0.3");
    const device = await inventory.devices.create({ name: "d", addresses: [{ ip: "10.0.0.4" }] });
    clock.offsetMs = -24 * HOUR_MS;
    const changed = await inventory.devices.update(device.id, { name: "e" });
    expect(Date.parse(changed.updated_at)).toBeLessThan(Date.parse(changed.created_at));
    await expect(inventory.pools.allocate(pool.id, {})).rejects.toMatchObject({ code: "IP_NOT_AVAILABLE" });
    // The log is in the order of the changes, not of their times.
    const events = (await inventory.events.read({ limit: 500 })).events;
    expect(events.filter(({ record_id: id }) => id === device.id).map(({ event }) => event)).toEqual(["device.created", "device.updated"]);
    expect((await inventory.verify()).differences).toEqual([]);
  });
});
