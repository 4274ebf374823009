import { createInventory, type LoggedEvent } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

/** More than are rewritten between two turns of the event loop. */
const DEVICES = 450;

describe.each(DATABASES)("what follows for very many devices, on %s", (_, open) => {
  it("has an audit row and an event for each, in the change that it follows, alone and as a plan", async () => {
    await using place = await open();
    await using inventory = await createInventory({ storage: place.storage() });
    const network = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/16" });
    await inventory.devices.createMany(
      Array.from({ length: DEVICES }, (_unused, index) => ({
        name: `d${index}`,
        addresses: [{ ip: `10.0.${index >> 8}.${index & 255}` }],
      })),
    );
    const heard: LoggedEvent[] = [];
    inventory.events.on("device.updated", (event) => heard.push(event));
    await inventory.networks.delete(network.id);
    const unlinked = new Set(heard.map(({ change_id: id }) => id));
    expect([heard.length, unlinked.size]).toEqual([DEVICES, 1]);
    const [change] = unlinked;
    const rows = await inventory.audit.list({ change_id: change as string, resource: "device" });
    expect(new Set(rows.map(({ resource_id: id }) => id)).size).toBe(DEVICES);
    const [entry] = await inventory.devices.history(heard[0]?.record_id as string);
    expect(entry).toMatchObject({
      change_id: change,
      changes: { addresses: { before: [{ network_id: network.id }], after: [{ network_id: null }] } },
    });

    const steps = [{ operation: "networks.create", body: { name: "again", subnet: "10.0.0.0/16" } }];
    const plan = await inventory.plans.create({ title: "the network again", steps });
    expect(plan.effects.records).toHaveLength(DEVICES + 1);
    heard.length = 0;
    const { change_id: applied } = await inventory.plans.apply(plan.id);
    expect([heard.length, heard.every(({ change_id: id }) => id === applied)]).toEqual([DEVICES, true]);
    expect(new Set(heard.map(({ id }) => id)).size).toBe(DEVICES);
    expect(await inventory.audit.list({ change_id: applied as string, resource: "device" })).toHaveLength(DEVICES);
    const { events } = await inventory.events.read({ after: "0-0", limit: 1000 });
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });
});
