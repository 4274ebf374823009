import { createInventory } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("a plan that touches more by now than it did, on %s", (_, openPlace) => {
  it("is stale where that would go too, and is not applied", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { devices, plans, relationships } = inventory;
    const [one, two] = [await devices.create({ name: "one" }), await devices.create({ name: "two" })];
    const plan = await plans.create({ title: "remove", steps: [{ operation: "devices.delete", params: { id: one.id } }] });
    await relationships.create(one.id, { child_id: two.id, type: "connected_to" });
    expect((await plans.get(plan.id)).stale).toBe(true);
    await expect(plans.apply(plan.id)).rejects.toMatchObject({ code: "PLAN_STALE" });
    expect(await relationships.list(one.id)).toHaveLength(1);
    const now = await plans.refresh(plan.id);
    expect(now.effects.records.map(({ type, action }) => [type, action])).toEqual([
      ["relationship", "delete"],
      ["device", "delete"],
    ]);
    expect(await plans.apply(plan.id)).toMatchObject({ status: "applied" });
    expect(await inventory.audit.list({ action: "apply" })).toHaveLength(1);
    expect(await inventory.verify()).toMatchObject({ count: 0 });
  });
});
