import { createInventory, type NetworksCreateInput, STORAGE } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";
import { VLAN_UPKEEP } from "../../src/networks/vlan-upkeep.ts";
import { linkOf, refusalOf } from "./support.ts";

const SUBNET = { name: "lan", subnet: "10.0.0.0/24" };

describe.each(DATABASES)("networks and VLANs on %s", (_, openPlace) => {
  it("have one number, by whichever of vlan and vlan_id a caller sends", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { vlans, vlanGroups, networks, datacenters } = inventory;
    const { id: datacenter_id } = await datacenters.create({ name: "fra1" });
    const group = await vlanGroups.create({ name: "office", datacenter_id });
    const [ten, twenty] = [await vlans.create({ vid: 10, group_id: group.id }), await vlans.create({ vid: 20, group_id: group.id })];
    const differs = (vid: number, said: number | string) => [
      "VALIDATION_ERROR",
      `vlan: has the number ${vid}, and vlan_id is ${said}: send one of the two`,
    ];
    const cases: readonly (readonly [sent: object, created: unknown, updated: unknown])[] = [
      [{}, [null, null], [ten.id, 10]],
      [{ vlan: twenty.id }, [twenty.id, 20], [twenty.id, 20]],
      [{ vlan: twenty.id, vlan_id: 20 }, [twenty.id, 20], [twenty.id, 20]],
      [{ vlan: twenty.id, vlan_id: 10 }, differs(20, 10), differs(20, 10)],
      [{ vlan: twenty.id, vlan_id: null }, differs(20, "none"), differs(20, "none")],
      [{ vlan: "gone" }, ["VALIDATION_ERROR", "vlan: names no VLAN"], ["VALIDATION_ERROR", "vlan: names no VLAN"]],
      [{ vlan: null }, [null, null], [null, 10]],
      [{ vlan: null, vlan_id: 20 }, [null, 20], [null, 20]],
      [{ vlan: null, vlan_id: null }, [null, null], [null, null]],
      [{ vlan_id: 20 }, [twenty.id, 20], [twenty.id, 20]],
      [{ vlan_id: 30 }, [null, 30], [null, 30]],
      [{ vlan_id: null }, [null, null], [null, null]],
      [{ vlan_id: 0 }, [null, null], [null, null]],
    ];
    for (const [sent, created, updated] of cases) {
      const answer = await networks
        .create({ ...SUBNET, datacenter_id, ...sent } as NetworksCreateInput)
        .then(async (network) => {
          const read = await networks.get(network.id);
          await networks.delete(network.id);
          return linkOf(read);
        })
        .catch(async (error: unknown) => await refusalOf(Promise.reject(error)));
      expect([sent, answer]).toEqual([sent, created]);
      const network = await networks.create({ ...SUBNET, datacenter_id, vlan: ten.id });
      const changed = await networks
        .update(network.id, sent)
        .then(linkOf)
        .catch(async (error: unknown) => await refusalOf(Promise.reject(error)));
      expect([sent, changed]).toEqual([sent, updated]);
      await networks.delete(network.id);
    }
    expect((await inventory.verify()).count).toBe(0);
  });

  it("are linked by number to the only VLAN of their datacenter, else of their space", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { vlans, vlanGroups, networks, datacenters, spaces } = inventory;
    const { id: space_id } = await spaces.create({ name: "red" });
    const { id: datacenter_id } = await datacenters.create({ name: "fra1", space_id });
    const inDatacenter = await vlanGroups.create({ name: "one", datacenter_id });
    const second = await vlanGroups.create({ name: "two", datacenter_id });
    const inSpace = await vlanGroups.create({ name: "red", space_id });
    const nowhere = await vlanGroups.create({ name: "nowhere" });
    const near = await vlans.create({ vid: 1, group_id: inDatacenter.id });
    await vlans.create({ vid: 1, group_id: inSpace.id });
    const far = await vlans.create({ vid: 2, group_id: inSpace.id });
    await vlans.create({ vid: 3, group_id: inDatacenter.id });
    await vlans.create({ vid: 3, group_id: second.id });
    await vlans.create({ vid: 3, group_id: inSpace.id });
    await vlans.create({ vid: 4, group_id: nowhere.id });
    await vlans.create({ vid: 4 });
    const links = [];
    for (const vlan_id of [1, 2, 3, 4]) {
      const network = await networks.create({ name: "n", subnet: `10.0.${vlan_id}.0/24`, datacenter_id, vlan_id });
      links.push(network.vlan);
    }
    expect(links).toEqual([near.id, far.id, null, null]);
    const common = await networks.create({ name: "n", subnet: "10.9.0.0/24", vlan_id: 2 });
    expect(common.vlan).toBeNull();
    expect(linkOf(await networks.update(common.id, { space_id, vlan_id: 2 }))).toEqual([far.id, 2]);
    const { networks: inside } = await networks.allocate(common.id, { length: 28, name: "inner", vlan_id: 2 });
    expect(inside.map(linkOf)).toEqual([[far.id, 2]]);
    expect((await networks.list({ vlan: far.id })).map(({ subnet }) => subnet).toSorted()).toEqual([
      "10.0.2.0/24",
      "10.9.0.0/24",
      "10.9.0.0/28",
    ]);
    expect(await networks.list({ vlan: "none" })).toHaveLength(2);
  });

  it("stay linked when the network or the group moves, until a number is sent", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { vlans, vlanGroups, networks, datacenters } = inventory;
    const [here, there] = [await datacenters.create({ name: "here" }), await datacenters.create({ name: "there" })];
    const group = await vlanGroups.create({ name: "office", datacenter_id: here.id });
    const vlan = await vlans.create({ vid: 7, group_id: group.id });
    const network = await networks.create({ ...SUBNET, datacenter_id: here.id, vlan_id: 7 });
    expect(linkOf(await networks.update(network.id, { datacenter_id: there.id }))).toEqual([vlan.id, 7]);
    await vlanGroups.update(group.id, { datacenter_id: null });
    expect(linkOf(await networks.get(network.id))).toEqual([vlan.id, 7]);
    expect(linkOf(await networks.update(network.id, { vlan_id: 7 }))).toEqual([null, 7]);
  });

  it("follow the number of their VLAN, and keep it when the VLAN is deleted, each with its event", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { vlans, networks, audit, changes, plans } = inventory;
    const vlan = await vlans.create({ vid: 7, name: "seven" });
    const other = await vlans.create({ vid: 7, name: "other" });
    const linked = await networks.create({ ...SUBNET, vlan: vlan.id });
    await networks.create({ name: "other", subnet: "10.1.0.0/24", vlan: other.id });
    const heard: unknown[] = [];
    inventory.events.on("network.updated", ({ data }) => heard.push([data.id, data.vlan, data.vlan_id, data.changes]));
    await vlans.update(vlan.id, { vid: 8 });
    expect(linkOf(await networks.get(linked.id))).toEqual([vlan.id, 8]);
    expect(await networks.list({ vlan_id: 8 })).toHaveLength(1);
    const [row] = await audit.list({ resource: "vlan", action: "update" });
    await plans.apply((await changes.undo(row?.change_id as string)).id);
    expect(linkOf(await networks.get(linked.id))).toEqual([vlan.id, 7]);
    await vlans.update(vlan.id, { name: "still seven" });
    await vlans.delete(vlan.id);
    expect(linkOf(await networks.get(linked.id))).toEqual([null, 7]);
    expect(heard).toEqual([
      [linked.id, vlan.id, 8, ["vlan_id"]],
      [linked.id, vlan.id, 7, ["vlan_id"]],
      [linked.id, null, 7, ["vlan"]],
    ]);
    expect((await audit.list({ resource: "network", action: "update" })).length).toBe(3);
    const [deleted] = await audit.list({ resource: "vlan", action: "delete" });
    await plans.apply((await changes.undo(deleted?.change_id as string)).id);
    expect(linkOf(await networks.get(linked.id))).toEqual([vlan.id, 7]);

    expect((await inventory.verify()).count).toBe(0);
  });

  it("lose a link that a host of an earlier version left behind, and verify is content before and after", async () => {
    await using place = await openPlace();
    const clock = new FakeClock();
    await using inventory = await createInventory({ storage: place.storage(), clock });
    const { vlans, networks, host } = inventory;
    const vlan = await vlans.create({ vid: 7 });
    const network = await networks.create({ ...SUBNET, vlan: vlan.id });
    const storage = host.get(STORAGE);
    const { vlan: __, vlan_id: ___, ...others } = network;
    const { id, parent_id: ____, name, subnet, ...rest } = others;
    // As a host of the version before writes the row: without the VLAN.
    const doc = JSON.stringify({ id, name, subnet, vlan_id: 9, ...rest }).replace(/\}$/, ',"#":4}');
    const [stored] = await storage.read.all<{ doc: string }>("select doc from network");
    expect(stored?.doc).toMatch(/5\}$/);
    const marked = doc.replace(/,"#":4\}$/, (stored?.doc.match(/,"[^"]*":5\}$/)?.[0] ?? "").replace("5}", "4}"));
    const asBefore = async (): Promise<void> => {
      await storage.write(async (change) => await change.run("update network set vlan_id = 9, doc = ? where id = ?", [marked, id]));
    };
    await asBefore();
    expect(linkOf(await networks.get(id))).toEqual([null, 9]);
    expect(await networks.list({ vlan: vlan.id })).toEqual([]);
    expect((await networks.list({ vlan: "none" })).map(linkOf)).toEqual([[null, 9]]);
    expect((await inventory.verify()).count).toBe(0);
    await host.get(VLAN_UPKEEP).mend();
    const row = async () => await storage.read.get<{ vlan: string | null }>("select vlan from network");
    expect((await row())?.vlan).toBeNull();
    expect((await inventory.verify()).count).toBe(0);
    // A VLAN that takes the number by then does not take the network along.
    await networks.update(id, { vlan: vlan.id });
    await asBefore();
    await vlans.update(vlan.id, { vid: 9 });
    expect(linkOf(await networks.get(id))).toEqual([null, 9]);
    await networks.update(id, { vlan: vlan.id });
    await storage.write(async (change) => await change.run("update network set vlan_id = 4"));
    expect((await inventory.verify()).differences.map(({ check, column }) => [check, column])).toEqual([["networks", "doc"]]);
    await inventory.rebuild();
    expect(linkOf(await networks.get(id))).toEqual([null, 4]);
  });

  it("take no VLAN where a row of an earlier version has none", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const network = await inventory.networks.create({ ...SUBNET, vlan_id: 5 });
    await inventory.host
      .get(STORAGE)
      .write(async (change) => await change.run(`update network set doc = replace(replace(doc, ',"vlan":null', ''), ':5}', ':4}')`));
    expect(await inventory.networks.get(network.id)).toEqual(network);
    expect((await inventory.verify()).count).toBe(0);
  });
});
