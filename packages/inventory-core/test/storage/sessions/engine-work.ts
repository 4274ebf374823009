import { createInventory, type Storage } from "@cadastre/inventory-core";
import { expect } from "vitest";

/** What the engine does of a day, on a new database: addresses, search, lists, dry runs, events, verification. */
export async function workOn(storage: Storage): Promise<void> {
  await using inventory = await createInventory({ storage });
  const lab = await inventory.networks.create({ name: "lab", subnet: "10.20.0.0/24" });
  const pool = await inventory.pools.create(lab.id, { name: "servers", start_ip: "10.20.0.10", end_ip: "10.20.0.99" });
  const made = await Promise.all(
    Array.from({ length: 5 }, async (_, index) => {
      const { allocations } = await inventory.pools.allocate(pool.id, { key: `web-${index}` });
      return await inventory.devices.create({ name: `web-${index}`, addresses: [{ ip: allocations[0]?.ip ?? "" }] });
    }),
  );
  expect((await inventory.pools.nextIp(pool.id)).ip).toBe("10.20.0.15");
  const overlapping = inventory.pools.create(lab.id, { name: "overlaps", start_ip: "10.20.0.90", end_ip: "10.20.0.120" });
  await expect(overlapping).rejects.toThrow("overlap");
  const [first, second] = made.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  await inventory.devices.update(first?.id ?? "", { description: "the first" });
  await inventory.devices.delete(second?.id ?? "");
  expect((await inventory.search.all({ q: "web-" })).results).toHaveLength(4);
  const listed = await Array.fromAsync(inventory.devices.list());
  expect(listed.map(({ name }) => name)).toEqual(["web-0", "web-2", "web-3", "web-4"]);
  const { events } = await inventory.events.read({ limit: 100 });
  expect(events.filter(({ event }) => event === "device.created")).toHaveLength(5);
  expect((await inventory.verify()).differences).toEqual([]);
}
