import { createInventory, type Inventory, type Storage } from "@cadastre/inventory-core";
import { expect } from "vitest";

/** A plan whose steps go through every kind of service, rehearsed, refused and applied. */
async function planOn(inventory: Inventory, deviceId: string, poolId: string): Promise<void> {
  const steps = [
    { operation: "networks.create", body: { name: "planned", subnet: "10.30.0.0/24" } },
    { operation: "pools.allocate", params: { id: poolId }, body: { count: 2 } },
    { operation: "devices.update", params: { id: deviceId }, body: { addresses: [{ ip: "10.30.0.5", network_id: "$0.id" }] } },
    { operation: "relationships.create", params: { id: deviceId }, body: { child_id: deviceId, type: "contains" } },
  ];
  await expect(inventory.plans.create({ title: "wrong", steps })).rejects.toThrow("steps[3].body.child_id");
  const plan = await inventory.plans.create({ title: "plan", steps: steps.slice(0, 3) });
  expect((await inventory.plans.get(plan.id)).stale).toBe(false);
  expect((await inventory.plans.apply(plan.id)).status).toBe("applied");
  expect((await inventory.devices.get(deviceId)).addresses[0]?.ip).toBe("10.30.0.5");
}

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
  await planOn(inventory, first?.id ?? "", pool.id);
  const { events } = await inventory.events.read({ limit: 100 });
  expect(events.filter(({ event }) => event === "device.created")).toHaveLength(5);
  expect((await inventory.verify()).differences).toEqual([]);
}
