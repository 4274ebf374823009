import { createInventory, type Inventory } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

const DEVICES = 120;

/** The same inventory, loaded by one of two hosts. */
async function load(inventory: Inventory): Promise<void> {
  await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/24" });
  await Promise.all(
    Array.from(
      { length: DEVICES },
      async (_, index) =>
        await inventory.devices.create({ name: `d${index}`, tags: ["loaded"], addresses: [{ ip: `10.0.0.${index + 1}` }] }),
    ),
  );
}

describe.each(DATABASES)("the same data loaded by two hosts at once, on %s", (_, openPlace) => {
  it("is all there twice, with a conflict over each address and over the subnet", async () => {
    await using place = await openPlace();
    // Opened at once too: they migrate one after the other.
    const [one, two] = await Promise.all([createInventory({ storage: place.storage() }), createInventory({ storage: place.storage() })]);
    try {
      await Promise.all([load(one), load(two)]);
      const devices = await one.devices.list();
      expect(devices).toHaveLength(2 * DEVICES);
      expect(new Set(devices.flatMap(({ addresses }) => addresses.map(({ ip }) => ip))).size).toBe(DEVICES);
      const conflicts = await two.conflicts.list({ status: "active" });
      expect(conflicts.filter(({ type }) => type === "overlapping_subnet")).toHaveLength(1);
      expect(new Set(conflicts.filter(({ type }) => type === "duplicate_ip").map(({ ip_address: ip }) => ip)).size).toBe(DEVICES);
      expect(conflicts).toHaveLength(DEVICES + 1);
      expect(conflicts.every(({ device_ids: ids, type }) => type !== "duplicate_ip" || ids.length === 2)).toBe(true);
      const [network] = await one.networks.list();
      expect(await one.networks.utilization(network?.id ?? "")).toMatchObject({ used_ips: DEVICES });
      expect((await one.verify()).differences).toEqual([]);
      expect((await two.conflicts.detect()).count).toBe(DEVICES + 1);
    } finally {
      await one.close();
      await two.close();
    }
  });
});
