import { createInventory } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("a plan that opens a conflict and closes it again, on %s", (_, openPlace) => {
  it("leaves no trace of it, although it resolves another one between", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { devices, plans, conflicts, events } = inventory;
    const addresses = [{ ip: "10.0.0.9" }];
    const [kept] = [await devices.create({ name: "kept", addresses: [...addresses, { ip: "10.0.0.2" }] })];
    await devices.create({ name: "other", addresses });
    const [conflict] = await conflicts.list();
    const plan = await plans.create({
      title: "passing",
      steps: [
        { operation: "devices.create", body: { name: "new", addresses: [{ ip: "10.0.0.2" }] } },
        { operation: "conflicts.resolve", params: { id: conflict?.id ?? "" }, body: { keep_device_id: kept.id } },
        { operation: "devices.update", params: { id: "$0.id" }, body: { addresses: [] } },
      ],
    });
    expect([plan.effects.conflicts_opened, plan.effects.conflicts_closed.map(({ id }) => id)]).toEqual([[], [conflict?.id]]);
    const heard: string[] = [];
    events.on("*", ({ event, record_id: record }) => heard.push(`${event} ${record}`));
    await plans.apply(plan.id);
    expect((await conflicts.list()).map(({ id, status }) => [id, status])).toEqual([[conflict?.id, "resolved"]]);
    expect(heard.filter((one) => one.startsWith("conflict"))).toEqual([`conflict.resolved ${conflict?.id}`]);
  });
});
