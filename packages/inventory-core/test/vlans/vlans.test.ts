import { createInventory } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";
import { refusalOf } from "./support.ts";

describe.each(DATABASES)("VLANs on %s", (_, openPlace) => {
  it("have defaults, a group, and a name made of their number", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { vlans, vlanGroups, datacenters, names, search } = inventory;
    const { id: datacenter } = await datacenters.create({ name: "fra1" });
    const group = await vlanGroups.create({ name: "office", datacenter_id: datacenter });
    expect(group).toMatchObject({ datacenter_id: datacenter, space_id: null, min_vid: 1, max_vid: 4094, description: "", fields: {} });
    const plain = await vlans.create({ vid: 20, group_id: group.id });
    expect(plain).toMatchObject({ name: "VLAN 20", status: "active", description: "", tags: [], fields: {} });
    const named = await vlans.create({ vid: 3, name: "printers", tags: ["floor-1"] });
    expect(await vlans.list()).toEqual([named, plain]);
    expect(await vlans.list({ vid: "20" })).toEqual([plain]);
    expect((await search.all({ q: "printers" })).results).toEqual([{ type: "vlan", ...named }]);
    expect(await names.find({ type: "vlan", text: "office/VLAN 20" })).toMatchObject([{ id: plain.id, within: { id: group.id } }]);
    expect((await inventory.verify()).count).toBe(0);
  });

  it("refuses a number that its group has, and takes one twice without a group", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { vlans, vlanGroups } = inventory;
    const [one, other] = [await vlanGroups.create({ name: "one" }), await vlanGroups.create({ name: "other" })];
    const first = await vlans.create({ vid: 5, group_id: one.id });
    await vlans.create({ vid: 5, group_id: other.id });
    await vlans.create({ vid: 5 });
    await vlans.create({ vid: 5 });
    expect(await refusalOf(vlans.create({ vid: 5, group_id: one.id }))).toEqual([
      "ALREADY_EXISTS",
      `the VLAN ${first.id} has group_id "${one.id}" and vid 5 already: choose another`,
    ]);
    expect((await refusalOf(vlans.create({ vid: 4095 })))[0]).toBe("VALIDATION_ERROR");
    expect((await refusalOf(vlanGroups.create({ name: "one" })))[0]).toBe("ALREADY_EXISTS");
    expect(await vlans.find({ vid: 5, group_id: one.id })).toEqual(first);
  });

  it("keep to the bounds of their group, whichever of both changes", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { vlans, vlanGroups } = inventory;
    const group = await vlanGroups.create({ name: "office", min_vid: 100, max_vid: 199 });
    const vlan = await vlans.create({ vid: 100, group_id: group.id });
    await vlans.create({ vid: 150, group_id: group.id });
    expect(await refusalOf(vlans.update(vlan.id, { vid: 99 }))).toEqual([
      "VALIDATION_ERROR",
      "vid: must be between 100 and 199, the bounds of the group office",
    ]);
    expect((await refusalOf(vlans.create({ vid: 200, group_id: group.id })))[0]).toBe("VALIDATION_ERROR");
    expect(await refusalOf(vlanGroups.update(group.id, { min_vid: 101 }))).toEqual([
      "VALIDATION_ERROR",
      "min_vid: leaves the VLAN outside, 100 the lowest: renumber or delete them first",
    ]);
    expect((await refusalOf(vlanGroups.update(group.id, { max_vid: 149 })))[0]).toBe("VALIDATION_ERROR");
    expect((await refusalOf(vlanGroups.create({ name: "wrong", min_vid: 9, max_vid: 8 })))[0]).toBe("VALIDATION_ERROR");
    expect(await vlanGroups.update(group.id, { min_vid: 1, max_vid: 150 })).toMatchObject({ min_vid: 1, max_vid: 150 });
    // A VLAN that comes to a group keeps to its bounds, too.
    const alone = await vlans.create({ vid: 151 });
    expect((await refusalOf(vlans.update(alone.id, { group_id: group.id })))[0]).toBe("VALIDATION_ERROR");
  });

  it("are deleted with their group only where the caller says so, and come back with it", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { vlans, vlanGroups, networks, plans, changes, audit } = inventory;
    const group = await vlanGroups.create({ name: "office" });
    const [one, other] = [await vlans.create({ vid: 1, group_id: group.id }), await vlans.create({ vid: 2, group_id: group.id })];
    const network = await networks.create({ name: "lan", subnet: "10.0.0.0/24", vlan: one.id });
    expect(await refusalOf(vlanGroups.delete(group.id))).toEqual([
      "CONFLICT",
      "2 VLANs refer to it by group_id: change or delete them first, or delete them with it by vlans=delete",
    ]);
    expect((await refusalOf(vlanGroups.delete(group.id, { vlans: "keep" as "delete" })))[0]).toBe("VALIDATION_ERROR");
    const plan = await plans.create({
      title: "Delete the group",
      steps: [{ operation: "vlanGroups.delete", params: { id: group.id, vlans: "delete" } }],
    });
    expect(plan.effects.records.map(({ type, action }) => `${type} ${action}`).toSorted()).toEqual([
      "network update",
      "vlan delete",
      "vlan delete",
      "vlan_group delete",
    ]);
    await vlanGroups.delete(group.id, { vlans: "delete" });
    expect(await vlans.list()).toEqual([]);
    expect(await networks.get(network.id)).toMatchObject({ vlan: null, vlan_id: 1 });
    const [row] = await audit.list({ resource: "vlan_group", action: "delete" });
    const undo = await changes.undo(row?.change_id as string);
    await plans.apply(undo.id);
    expect((await vlans.list()).map(({ id }) => id)).toEqual([one.id, other.id]);
    expect(await networks.get(network.id)).toMatchObject({ vlan: one.id, vlan_id: 1 });
    await vlans.delete(one.id);
    await vlans.delete(other.id);
    await vlanGroups.delete(group.id);
    expect((await inventory.verify()).count).toBe(0);
  });
});
