import { createInventory, type Inventory, type Plan, STORAGE } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { Died, dying } from "../faults/dying-storage.ts";
import { codeOf } from "../model/checks.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("plans when something goes wrong on %s", (_, openPlace) => {
  const planOf = async (inventory: Inventory, count: number): Promise<Plan> =>
    await inventory.plans.create({
      title: "many",
      steps: Array.from({ length: count }, (_, index) => ({
        operation: "devices.create",
        body: { name: `d${index}`, addresses: [{ ip: `10.0.0.${1 + index}` }] },
      })),
    });

  it("applies a plan once, whichever host and however many ask", async () => {
    await using place = await openPlace();
    const hosts: Inventory[] = [];
    for (let host = 0; host < 2; host += 1) hosts.push(await createInventory({ storage: place.storage() }));
    const [first] = hosts as [Inventory, Inventory];
    const plan = await planOf(first, 20);
    const codes = await Promise.all(
      Array.from({ length: 8 }, async (__, index) => await codeOf(async () => await hosts[index % 2]?.plans.apply(plan.id))),
    );
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set([null, "CONFLICT"]));
    expect(await first.devices.list()).toHaveLength(20);
    expect((await first.verify()).differences).toEqual([]);
    for (const host of hosts) await host.close();
  });

  it("is applied whole or not at all when the process dies before the commit, and stays open then", async () => {
    await using place = await openPlace();
    let dead = false;
    await using inventory = await createInventory({ storage: dying(place.storage(), () => dead) });
    const plan = await planOf(inventory, 3);
    dead = true;
    await expect(inventory.plans.apply(plan.id)).rejects.toThrow(Died);
    dead = false;
    expect(await inventory.devices.list()).toEqual([]);
    expect(await inventory.plans.get(plan.id)).toEqual(plan);
    expect((await inventory.plans.apply(plan.id)).status).toBe("applied");
    expect(await inventory.devices.list()).toHaveLength(3);
  });

  it("is beside writers who would make it stale: it does what it shows, or nothing", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const device = await inventory.devices.create({ name: "contended" });
    for (let round = 0; round < 10; round += 1) {
      const plan = await inventory.plans.create({
        title: "x",
        steps: [{ operation: "devices.update", params: { id: device.id }, body: { description: `planned ${round}` } }],
      });
      const [code] = await Promise.all([
        codeOf(async () => await inventory.plans.apply(plan.id)),
        inventory.devices.update(device.id, { location: `moved ${round}` }),
      ]);
      const after = await inventory.devices.get(device.id);
      expect(after.location).toBe(`moved ${round}`);
      // What was applied was what was shown: before the other wrote.
      expect([code, after.description === `planned ${round}`]).toEqual(code === null ? [null, true] : ["PLAN_STALE", false]);
    }
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("fails for good when its steps are none of this version any more", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const plan = await planOf(inventory, 1);
    await inventory.host.get(STORAGE).write(async (transaction) => {
      const basis = JSON.stringify({ digest: "of another version", ids: [], touched: [], types: [] });
      await transaction.run("update plan set steps = ?, basis = ?", [JSON.stringify([{ operation: "racks.create", body: {} }]), basis]);
    });
    expect(await inventory.plans.get(plan.id)).toMatchObject({ status: "open", stale: true });
    await expect(inventory.plans.apply(plan.id)).rejects.toMatchObject({ code: "CONFLICT", message: expect.stringContaining("for good") });
    expect(await inventory.plans.get(plan.id)).toMatchObject({
      status: "failed",
      stale: false,
      applied_by: null,
      note: expect.stringContaining("steps[0].operation"),
    });
  });

  it("refuses to change more records than it can show", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const network = await inventory.networks.create({ name: "large", subnet: "10.0.0.0/16" });
    const pool = await inventory.pools.create(network.id, { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.60.0" });
    for (let times = 0; times < 3; times += 1) await inventory.pools.allocate(pool.id, { count: 4000 });
    const steps = [{ operation: "networks.delete", params: { id: network.id } }];
    await expect(inventory.plans.create({ title: "x", steps })).rejects.toMatchObject({
      details: { steps: { message: "would change more than 10000 records: make several plans" } },
    });
    expect(await inventory.pools.allocations(pool.id)).toHaveLength(12_000);
  });
});
