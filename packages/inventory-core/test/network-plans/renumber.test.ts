import { createInventory, type Inventory } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { apply, linksOf, wordsOf } from "./planned.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("renumbering and resizing networks on %s", (_, openPlace) => {
  /** A network with one inside, pools, allocations, and devices in both and around. */
  async function build(inventory: Inventory, space: string | null = null) {
    const dc = await inventory.datacenters.create({ name: "fra1", space_id: space });
    const outer = await inventory.networks.create({ name: "outer", subnet: "10.0.0.0/8", datacenter_id: dc.id });
    const lan = await inventory.networks.create({ name: "lan", subnet: "10.1.0.0/24", datacenter_id: dc.id });
    const child = await inventory.networks.create({ name: "child", subnet: "10.1.0.128/26", datacenter_id: dc.id });
    const pool = await inventory.pools.create(lan.id, { name: "p", start_ip: "10.1.0.10", end_ip: "10.1.0.19" });
    const inChild = await inventory.pools.create(child.id, { name: "c", start_ip: "10.1.0.130", end_ip: "10.1.0.139" });
    const { allocations } = await inventory.pools.allocate(pool.id, { count: 3, key: "k" });
    const ips = allocations.map(({ ip }) => ip);
    await inventory.devices.create({ name: "a", datacenter_id: dc.id, addresses: [{ ip: ips[0] as string }, { ip: "10.1.0.130" }] });
    await inventory.devices.create({ name: "b", datacenter_id: dc.id, addresses: [{ ip: "10.1.0.77" }, { ip: "10.9.9.9" }] });
    await inventory.devices.create({ name: "stays", datacenter_id: dc.id, addresses: [{ ip: "10.1.0.78", network_id: outer.id }] });
    return { dc, outer, lan, child, pool, inChild };
  }

  it("moves a network with all that lies in it by one offset", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { dc, outer, lan, child, pool, inChild } = await build(inventory);
    // At the target: an address of a device, which becomes a conflict, and one that is linked from then on.
    await inventory.devices.create({ name: "there", datacenter_id: dc.id, addresses: [{ ip: "10.2.0.77" }] });
    const plan = await inventory.networks.renumber(lan.id, { subnet: "10.2.0.0/24" });
    expect(plan.title).toBe("Renumber lan from 10.1.0.0/24 to 10.2.0.0/24");
    expect(wordsOf(plan)).toEqual([
      "update allocation 10.2.0.10",
      "update allocation 10.2.0.11",
      "update allocation 10.2.0.12",
      "update device a",
      "update device b",
      "update device there",
      "update network child",
      "update network lan",
      "update pool c",
      "update pool p",
    ]);
    expect(plan.effects.conflicts_opened).toMatchObject([{ type: "duplicate_ip", ip_address: "10.2.0.77" }]);
    await apply(inventory, plan);
    expect((await inventory.networks.get(lan.id)).subnet).toBe("10.2.0.0/24");
    expect((await inventory.networks.get(child.id)).subnet).toBe("10.2.0.128/26");
    expect(await inventory.pools.get(pool.id)).toMatchObject({ start_ip: "10.2.0.10", end_ip: "10.2.0.19", network_id: lan.id });
    expect(await inventory.pools.get(inChild.id)).toMatchObject({ start_ip: "10.2.0.130", end_ip: "10.2.0.139", network_id: child.id });
    expect(await linksOf(inventory)).toEqual({
      a: ["10.2.0.10 lan p", "10.2.0.130 child c"],
      b: ["10.2.0.77 lan -", "10.9.9.9 outer -"],
      stays: ["10.1.0.78 outer -"],
      there: ["10.2.0.77 lan -"],
    });
    const used = async (id: string) => (await inventory.networks.utilization(id)).used_ips;
    expect([await used(outer.id), await used(lan.id), await used(child.id)]).toEqual([5, 3, 1]);
    expect((await inventory.pools.nextIp(pool.id)).ip).toBe("10.2.0.13");
    expect((await inventory.pools.allocate(pool.id, { count: 3, key: "k" })).allocations.map(({ ip, status }) => [ip, status])).toEqual([
      ["10.2.0.10", "confirmed"],
      ["10.2.0.11", "held"],
      ["10.2.0.12", "held"],
    ]);
    const audited = await inventory.audit.list({ action: "update" });
    expect(new Set(audited.map(({ resource }) => resource))).toEqual(new Set(["network", "pool", "allocation", "device"]));
    // And back again.
    const back = await inventory.networks.renumber(lan.id, { subnet: "10.1.0.0/24" });
    expect(back.effects.conflicts_closed).toHaveLength(1);
    await apply(inventory, back);
    expect((await linksOf(inventory))["a"]).toEqual(["10.1.0.10 lan p", "10.1.0.130 child c"]);
  });

  it("moves it to another address space, at the same addresses or others, and to that of its datacenter again", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { outer, lan, child, pool } = await build(inventory);
    const blue = await inventory.spaces.create({ name: "blue" });
    await inventory.networks.create({ name: "blue-outer", subnet: "10.0.0.0/8", space_id: blue.id });
    await apply(inventory, await inventory.networks.renumber(lan.id, { subnet: "10.1.0.0/24", space_id: blue.id }));
    for (const id of [lan.id, child.id]) expect((await inventory.networks.get(id)).space_id).toBe(blue.id);
    expect((await linksOf(inventory))["b"]).toEqual(["10.1.0.77 lan -", "10.9.9.9 outer -"]);
    expect((await inventory.networks.utilization(outer.id)).used_ips).toBe(2);
    await apply(inventory, await inventory.networks.renumber(lan.id, { subnet: "172.16.0.0/24" }));
    expect((await linksOf(inventory))["a"]).toEqual(["172.16.0.10 lan p", "172.16.0.130 child c"]);
    await apply(inventory, await inventory.networks.renumber(lan.id, { subnet: "10.7.0.0/24", space_id: null }));
    expect((await inventory.networks.get(child.id)).space_id).toBeNull();
    expect((await inventory.networks.utilization(outer.id)).used_ips).toBe(5);
    expect((await inventory.pools.nextIp(pool.id)).ip).toBe("10.7.0.13");
  });

  it("links what nobody had at the target to the smallest network that comes there", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const lan = await inventory.networks.create({ name: "lan", subnet: "2001:db8:0:1::/64" });
    await inventory.networks.create({ name: "child", subnet: "2001:db8:0:1::/96" });
    await inventory.devices.create({ name: "x", addresses: [{ ip: "2001:db8:0:2::5" }, { ip: "2001:db8:0:2:1::5" }] });
    await apply(inventory, await inventory.networks.renumber(lan.id, { subnet: "2001:db8:0:2::/64" }));
    expect(await linksOf(inventory)).toEqual({ x: ["2001:db8:0:2::5 child -", "2001:db8:0:2:1::5 lan -"] });
  });

  it("leaves networks and their contents that came into it since where they are, and is stale when it would", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { lan, dc } = await build(inventory);
    const plan = await inventory.networks.renumber(lan.id, { subnet: "10.2.0.0/24" });
    await inventory.devices.create({ name: "late", datacenter_id: dc.id, addresses: [{ ip: "10.1.0.200" }] });
    await expect(inventory.plans.apply(plan.id)).rejects.toMatchObject({ code: "PLAN_STALE" });
    const late = await inventory.networks.create({ name: "late", subnet: "10.1.0.64/28", datacenter_id: dc.id });
    await inventory.pools.create(late.id, { name: "lp", start_ip: "10.1.0.66", end_ip: "10.1.0.68" });
    const fresh = await inventory.plans.refresh(plan.id);
    expect(wordsOf(fresh)).toContain("update device late");
    expect(wordsOf(fresh)).not.toContain("update pool lp");
    await apply(inventory, fresh);
    expect((await inventory.networks.get(late.id)).subnet).toBe("10.1.0.64/28");
    // One that was moved since is told of.
    const again = await inventory.networks.renumber(lan.id, { subnet: "10.3.0.0/24" });
    await apply(inventory, await inventory.networks.renumber(lan.id, { subnet: "10.5.0.0/24" }));
    await expect(inventory.plans.apply(again.id)).rejects.toMatchObject({
      message: expect.stringContaining("does not lie in 10.2.0.0/24"),
    });
  });

  it("moves 200 devices of a /24 in one plan", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const lan = await inventory.networks.create({ name: "lan", subnet: "10.1.0.0/24" });
    await inventory.devices.createMany(
      Array.from({ length: 200 }, (__, index) => ({ name: `d${index}`, addresses: [{ ip: `10.1.0.${index + 1}` }] })),
    );
    const plan = await inventory.networks.renumber(lan.id, { subnet: "192.168.7.0/24" });
    expect(plan.steps).toHaveLength(2);
    expect(plan.effects.records).toHaveLength(201);
    await apply(inventory, plan);
    const links = await linksOf(inventory);
    for (let index = 0; index < 200; index += 1) expect(links[`d${index}`]).toEqual([`192.168.7.${index + 1} lan -`]);
  });

  it("resizes a network, and shows the addresses that lose their link", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const lan = await inventory.networks.create({ name: "lan", subnet: "10.1.0.0/24" });
    await inventory.pools.create(lan.id, { name: "p", start_ip: "10.1.0.10", end_ip: "10.1.0.19" });
    await inventory.devices.create({ name: "a", addresses: [{ ip: "10.1.0.15" }, { ip: "10.1.0.200" }, { ip: "10.1.1.1" }] });
    const smaller = await inventory.networks.resize(lan.id, { subnet: "10.1.0.0/25" });
    expect(smaller.title).toBe("Resize lan from 10.1.0.0/24 to 10.1.0.0/25");
    expect(wordsOf(smaller)).toEqual(["update device a", "update network lan"]);
    await apply(inventory, smaller);
    expect(await linksOf(inventory)).toEqual({ a: ["10.1.0.15 lan p", "10.1.0.200 - -", "10.1.1.1 - -"] });
    await apply(inventory, await inventory.networks.resize(lan.id, { subnet: "10.1.0.0/23" }));
    expect(await linksOf(inventory)).toEqual({ a: ["10.1.0.15 lan p", "10.1.0.200 lan -", "10.1.1.1 lan -"] });
  });
});
