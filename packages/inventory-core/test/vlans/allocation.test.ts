import { createInventory } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";
import { refusalOf } from "./support.ts";

describe.each(DATABASES)("numbers of a VLAN group on %s", (_, openPlace) => {
  it("are the lowest free ones, gaps first, until the group is full", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { vlans, vlanGroups } = inventory;
    const group = await vlanGroups.create({ name: "office", min_vid: 10, max_vid: 14 });
    await vlans.create({ vid: 11, group_id: group.id });
    await vlans.create({ vid: 10 });
    expect(await vlanGroups.nextVid(group.id)).toEqual({ vid: 10 });
    const { vlans: given } = await vlanGroups.allocate(group.id, { count: 2, name: "floor", tags: ["new"], status: "reserved" });
    expect(given.map(({ vid, name, tags, status }) => [vid, name, tags, status])).toEqual([
      [10, "floor-10", ["new"], "reserved"],
      [12, "floor-12", ["new"], "reserved"],
    ]);
    expect((await vlanGroups.allocate(group.id, { vid: 14, name: "last" })).vlans[0]).toMatchObject({ vid: 14, name: "last" });
    expect(await refusalOf(vlanGroups.allocate(group.id, { count: 2 }))).toEqual([
      "VID_NOT_AVAILABLE",
      "the group office has fewer than 2 free numbers between 10 and 14: widen its bounds, or delete VLANs",
    ]);
    expect((await vlanGroups.allocate(group.id)).vlans[0]).toMatchObject({ vid: 13, name: "VLAN 13" });
    const full = ["VID_NOT_AVAILABLE", "the group office has no free number between 10 and 14: widen its bounds, or delete VLANs"];
    expect(await refusalOf(vlanGroups.nextVid(group.id))).toEqual(full);
    expect(await refusalOf(vlanGroups.allocate(group.id))).toEqual(full);
    expect(await refusalOf(vlanGroups.allocate(group.id, { vid: 11 }))).toEqual([
      "VID_NOT_AVAILABLE",
      "the group office has a VLAN 11 already: ask for another number, or leave vid out for the lowest free one",
    ]);
    expect((await refusalOf(vlanGroups.allocate(group.id, { vid: 15 })))[0]).toBe("VALIDATION_ERROR");
    expect((await refusalOf(vlanGroups.allocate(group.id, { vid: 15, count: 2 })))[0]).toBe("VALIDATION_ERROR");
    expect((await refusalOf(vlanGroups.allocate(group.id, { name: "x".repeat(255), count: 2 })))[0]).toBe("VALIDATION_ERROR");
    expect((await refusalOf(vlanGroups.allocate("gone")))[0]).toBe("VLAN_GROUP_NOT_FOUND");
    expect((await refusalOf(vlanGroups.nextVid("gone")))[0]).toBe("VLAN_GROUP_NOT_FOUND");
  });

  it("are distinct for sixteen clients at once", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    await using beside = await createInventory({ storage: place.storage() });
    const group = await inventory.vlanGroups.create({ name: "office" });
    const given = await Promise.all(
      Array.from({ length: 16 }, async (__, index) => await (index % 2 === 0 ? inventory : beside).vlanGroups.allocate(group.id)),
    );
    const vids = given.flatMap(({ vlans }) => vlans.map(({ vid }) => vid));
    expect(vids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (__, index) => index + 1));
  });

  it("are the same again for the same key, until it is forgotten", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { vlans, vlanGroups, allocations } = inventory;
    const group = await vlanGroups.create({ name: "office" });
    const first = await vlanGroups.allocate(group.id, { key: "build-7", count: 2 });
    expect(await vlanGroups.allocate(group.id, { key: "build-7", count: 2 })).toEqual(first);
    expect(await vlanGroups.allocate(group.id, { count: 2 }, { idempotencyKey: "build-7" })).toEqual(first);
    expect(await refusalOf(vlanGroups.allocate(group.id, { key: "build-7" }))).toEqual([
      "CONFLICT",
      'the key "build-7" was used with another vid, count, name or other field: use a new key',
    ]);
    await vlans.delete(first.vlans[0]?.id as string);
    expect((await refusalOf(vlanGroups.allocate(group.id, { key: "build-7", count: 2 })))[0]).toBe("CONFLICT");
    await allocations.forgetKey("build-7", { vlan_group_id: group.id });
    const again = await vlanGroups.allocate(group.id, { key: "build-7", count: 2 });
    expect(again.vlans.map(({ vid }) => vid)).toEqual([1, 3]);
    expect((await refusalOf(allocations.forgetKey("none", { vlan_group_id: group.id })))[0]).toBe("NOT_FOUND");
    await vlanGroups.delete(group.id, { vlans: "delete" });
  });
});
