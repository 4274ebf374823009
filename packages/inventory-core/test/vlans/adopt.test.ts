import { createInventory } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";
import { linkOf, refusalOf } from "./support.ts";

describe.each(DATABASES)("a VLAN group that adopts numbers on %s", (_, openPlace) => {
  it("plans a VLAN for each number of its datacenter, keeps links, and warns of numbers outside", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { vlans, vlanGroups, networks, datacenters, plans, changes } = inventory;
    const { id: datacenter_id } = await datacenters.create({ name: "fra1" });
    const add = async (index: number, vlan_id: number | null, more: object = {}) =>
      await networks.create({ name: `n${index}`, subnet: `10.0.${index}.0/24`, datacenter_id, vlan_id, ...more });
    const [ten, alsoTen, twenty, outside, , elsewhere] = [
      await add(1, 10),
      await add(2, 10),
      await add(3, 20),
      await add(4, 500),
      await add(5, null),
      await add(6, 30, { datacenter_id: null }),
    ];
    const alone = await vlans.create({ vid: 40 });
    const kept = await add(7, 40, { vlan: alone.id });
    const group = await vlanGroups.create({ name: "office", datacenter_id, max_vid: 99 });
    const there = await vlans.create({ vid: 20, group_id: group.id, name: "there" });
    const plan = await vlanGroups.adopt(group.id);
    expect(plan.steps).toHaveLength(1);
    expect(plan.effects.warnings).toEqual(["the number 500 of 1 network is outside of the bounds of office, 1–99, and gets no VLAN"]);
    expect(linkOf(await networks.get(ten.id))).toEqual([null, 10]);
    const { change_id: change } = await plans.apply(plan.id);
    const [made] = await vlans.list({ vid: "10" });
    expect(made).toMatchObject({ name: "VLAN 10", group_id: group.id });
    const all = [];
    for (const { id } of [ten, alsoTen, twenty, outside, elsewhere, kept]) all.push(linkOf(await networks.get(id)));
    expect(all).toEqual([
      [made?.id, 10],
      [made?.id, 10],
      [there.id, 20],
      [null, 500],
      [null, 30],
      [alone.id, 40],
    ]);
    expect((await vlanGroups.adopt(group.id)).effects.records).toEqual([]);
    await plans.apply((await changes.undo(change as string)).id);
    expect(await vlans.list({ vid: "10" })).toEqual([]);
    expect([linkOf(await networks.get(ten.id)), linkOf(await networks.get(twenty.id))]).toEqual([
      [null, 10],
      [null, 20],
    ]);
    expect((await inventory.verify()).count).toBe(0);
  });

  it("takes the networks of its space without a datacenter, and needs one of the two", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { vlanGroups, networks, spaces, plans } = inventory;
    const { id: space_id } = await spaces.create({ name: "red" });
    const network = await networks.create({ name: "n", subnet: "10.0.0.0/24", space_id, vlan_id: 9 });
    const nowhere = await vlanGroups.create({ name: "nowhere" });
    expect((await refusalOf(vlanGroups.adopt(nowhere.id)))[0]).toBe("CONFLICT");
    expect((await refusalOf(vlanGroups.adopt("gone")))[0]).toBe("VLAN_GROUP_NOT_FOUND");
    const group = await vlanGroups.create({ name: "red", space_id });
    await plans.apply((await vlanGroups.adopt(group.id)).id);
    expect((await networks.get(network.id)).vlan).not.toBeNull();
    const viewer = inventory.as({ id: "v", role: "viewer" });
    expect((await refusalOf(viewer.vlanGroups.adopt(group.id)))[0]).toBe("FORBIDDEN");
    expect(await viewer.vlans.list()).toHaveLength(1);
  });
});
