import { createInventory } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { scanHost } from "../discovery/scan-lab.ts";
import { answering, ScriptedScanner } from "../discovery/scripted-scanner.ts";
import { apply, linksOf, wordsOf } from "./planned.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("splitting and merging networks on %s", (name, openPlace) => {
  it("splits a network into parts that have its pools, allocations and addresses", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const dc = await inventory.datacenters.create({ name: "fra1" });
    const lan = await inventory.networks.create({ name: "lan", subnet: "10.0.0.0/24", datacenter_id: dc.id, tags: ["dmz"] });
    const low = await inventory.pools.create(lan.id, { name: "low", start_ip: "10.0.0.0", end_ip: "10.0.0.63" });
    const high = await inventory.pools.create(lan.id, { name: "high", start_ip: "10.0.0.200", end_ip: "10.0.0.255" });
    // There already: the second part, and a smaller network in the last one.
    const second = await inventory.networks.create({ name: "second", subnet: "10.0.0.64/26", datacenter_id: dc.id });
    await inventory.networks.create({ name: "small", subnet: "10.0.0.240/28", datacenter_id: dc.id });
    await inventory.devices.create({
      name: "a",
      datacenter_id: dc.id,
      addresses: [{ ip: "10.0.0.5" }, { ip: "10.0.0.70", network_id: lan.id }, { ip: "10.0.0.201" }, { ip: "10.0.0.241" }],
    });
    const { allocations } = await inventory.pools.allocate(low.id, { count: 2 });
    const plan = await inventory.networks.split(lan.id, { length: 26 });
    expect(plan.title).toBe("Split lan (10.0.0.0/24) into 4 × /26");
    expect(await inventory.networks.list()).toHaveLength(3);
    expect(wordsOf(plan)).toEqual(
      expect.arrayContaining([
        "create network lan-1",
        "create network lan-3",
        "create network lan-4",
        "update device a",
        "update network lan",
        "update pool high",
        "update pool low",
      ]),
    );
    await apply(inventory, plan);
    const networks = new Map((await inventory.networks.list()).map((network) => [network.name, network]));
    expect([...networks].map(([name, { subnet }]) => [name, subnet])).toEqual([
      ["lan", "10.0.0.0/24"],
      ["lan-1", "10.0.0.0/26"],
      ["lan-3", "10.0.0.128/26"],
      ["lan-4", "10.0.0.192/26"],
      ["second", "10.0.0.64/26"],
      ["small", "10.0.0.240/28"],
    ]);
    expect(networks.get("lan")).toMatchObject({ id: lan.id, status: "container", tags: ["dmz"] });
    expect(networks.get("lan-1")).toMatchObject({ datacenter_id: dc.id, space_id: null, status: "active", tags: ["dmz"] });
    for (const name of ["lan-1", "second", "lan-3", "lan-4"]) expect(networks.get(name)?.parent_id).toBe(lan.id);
    expect(networks.get("small")?.parent_id).toBe(networks.get("lan-4")?.id);
    expect(await linksOf(inventory)).toEqual({
      a: ["10.0.0.5 lan-1 low", "10.0.0.70 second -", "10.0.0.201 lan-4 high", "10.0.0.241 small -"],
    });
    expect((await inventory.pools.get(low.id)).network_id).toBe(networks.get("lan-1")?.id);
    expect((await inventory.pools.get(high.id)).network_id).toBe(networks.get("lan-4")?.id);
    expect((await inventory.pools.allocations(low.id)).map(({ id }) => id).toSorted()).toEqual(allocations.map(({ id }) => id).toSorted());
    const used = async (name: string) => (await inventory.networks.utilization(networks.get(name)?.id ?? "")).used_ips;
    expect([await used("lan"), await used("lan-1"), await used("second"), await used("lan-3"), await used("lan-4")]).toEqual([
      4, 1, 1, 0, 2,
    ]);
    // The last address of the first part is its broadcast address now, and is not handed out.
    await expect(inventory.pools.allocate(low.id, { ip: "10.0.0.63" })).rejects.toMatchObject({ code: "IP_NOT_AVAILABLE" });
    expect((await inventory.networks.get(second.id)).name).toBe("second");
  });

  it("merges networks into one that has what all of them had", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const ids: string[] = [];
    for (const [index, subnet] of ["10.0.0.128/25", "10.0.0.0/26", "10.0.0.64/26"].entries()) {
      const { id } = await inventory.networks.create({ name: `n${index}`, subnet });
      ids.push(id);
    }
    const [first, second, third] = ids as [string, string, string];
    const pool = await inventory.pools.create(second, { name: "p", start_ip: "10.0.0.10", end_ip: "10.0.0.63" });
    await inventory.pools.create(first, { name: "q", start_ip: "10.0.0.200", end_ip: "10.0.0.210" });
    await inventory.pools.allocate(pool.id, { count: 3, key: "k" });
    await inventory.networks.create({ name: "child", subnet: "10.0.0.64/28" });
    await inventory.devices.create({
      name: "a",
      addresses: [{ ip: "10.0.0.11" }, { ip: "10.0.0.20" }, { ip: "10.0.0.65" }, { ip: "10.0.0.100" }, { ip: "10.0.0.205" }],
    });
    const plan = await inventory.networks.merge(first, { network_ids: [second, third] });
    expect(plan.title).toBe("Merge n1, n2, n0 into 10.0.0.0/24");
    expect(wordsOf(plan)).toEqual(
      expect.arrayContaining(["delete network n1", "delete network n2", "update device a", "update network n0", "update pool p"]),
    );
    await apply(inventory, plan);
    expect((await inventory.networks.list()).map(({ name, subnet }) => [name, subnet])).toEqual([
      ["child", "10.0.0.64/28"],
      ["n0", "10.0.0.0/24"],
    ]);
    expect(await linksOf(inventory)).toEqual({
      a: ["10.0.0.11 n0 p", "10.0.0.20 n0 p", "10.0.0.65 child -", "10.0.0.100 n0 -", "10.0.0.205 n0 q"],
    });
    expect((await inventory.networks.utilization(first)).used_ips).toBe(5);
    expect((await inventory.pools.get(pool.id)).network_id).toBe(first);
    // Its key still gives the same, and what was the broadcast address of the part can be handed out now.
    expect((await inventory.pools.allocate(pool.id, { count: 3, key: "k" })).allocations).toHaveLength(3);
    expect((await inventory.pools.allocate(pool.id, { ip: "10.0.0.63" })).allocations).toHaveLength(1);
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("takes along rules, finished scans, what they saw, and conflicts over hardware", async () => {
    const scanner = new ScriptedScanner(answering({}));
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const { inventory } = host;
    const one = await inventory.networks.create({ name: "one", subnet: "10.0.0.0/29" });
    const two = await inventory.networks.create({ name: "two", subnet: "10.0.0.8/29" });
    await inventory.discoveryRules.create({ network_id: one.id, scan_type: "quick", interval_hours: 24, enabled: false });
    await inventory.discoveryRules.create({ network_id: two.id, scan_type: "quick", interval_hours: 12, enabled: false });
    const rule = { network_id: two.id, scan_type: "full", interval_hours: 12, enabled: false } as const;
    const { id: ruleId } = await inventory.discoveryRules.create(rule);
    const scans: string[] = [];
    for (const mac of ["02:00:00:00:00:01", "02:00:00:00:00:02"]) {
      scanner.script = answering({ "10.0.0.9": mac });
      const { id } = await inventory.scans.start(two.id, {});
      await host.reaches(id, "completed");
      scans.push(id);
    }
    const [conflict] = await inventory.conflicts.list({ type: "discovery_mismatch" });
    await inventory.conflicts.ignore(conflict?.id as string, { notes: "a pair" });
    // eslint-disable-next-line require-yield
    scanner.script = async function* waiting(_plan, signal) {
      await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
    };
    const { id: running } = await inventory.scans.start(two.id, {});
    await host.reaches(running, "running");
    await apply(inventory, await inventory.networks.merge(one.id, { network_ids: [two.id] }));
    const rules = await inventory.discoveryRules.list();
    expect(rules.map(({ network_id: network, scan_type: type }) => [network === one.id, type].join(" ")).toSorted()).toEqual([
      "true full",
      "true quick",
    ]);
    expect((await inventory.discoveryRules.get(ruleId)).interval_hours).toBe(12);
    for (const id of scans) expect((await inventory.scans.get(id)).network_id).toBe(one.id);
    // One that was not over ended with its network.
    await expect(inventory.scans.get(running)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await inventory.discoveredDevices.list({ network_id: one.id })).map(({ ip }) => ip)).toEqual(["10.0.0.9"]);
    expect(await inventory.conflicts.list({ type: "discovery_mismatch" })).toMatchObject([
      { id: conflict?.id, status: "ignored", notes: "a pair", network_ids: [one.id], network_names: ["one"], subnets: ["10.0.0.0/28"] },
    ]);
    await inventory.conflicts.detect();
    expect(await inventory.conflicts.list({ type: "discovery_mismatch" })).toHaveLength(1);
  });

  it("is stale, and then tells of it, when the network has a pool across a cut by now", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const lan = await inventory.networks.create({ name: "lan", subnet: "2001:db8::/48" });
    // As many parts as there may be, which is more steps than others may have.
    expect((await inventory.networks.split(lan.id, { length: 58 })).steps).toHaveLength(1026);
    const plan = await inventory.networks.split(lan.id, { length: 50 });
    await inventory.pools.create(lan.id, { name: "late", start_ip: "2001:db8:0:3fff::1", end_ip: "2001:db8:0:4000::1" });
    expect((await inventory.plans.get(plan.id)).stale).toBe(true);
    await expect(inventory.plans.apply(plan.id)).rejects.toMatchObject({ code: "PLAN_STALE", message: expect.stringContaining("late") });
    await expect(inventory.networks.split(lan.id, { length: 50 })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "the parts cut pools: late (2001:db8:0:3fff::1–2001:db8:0:4000::1); move or delete them first",
    });
  });

  it("gives parts the own fields of the network, but those that only one may have", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    await inventory.fields.create({ record: "network", name: "owner", type: "text", required: true });
    await inventory.fields.create({ record: "network", name: "asset", type: "text", unique: true });
    const lan = await inventory.networks.create({ name: "n".repeat(255), subnet: "10.0.0.0/31", fields: { owner: "net", asset: "a1" } });
    await apply(inventory, await inventory.networks.split(lan.id, { length: 32 }));
    expect((await inventory.networks.list()).map(({ name, fields }) => [name.slice(-3), fields])).toEqual([
      ["n-1", { owner: "net", asset: null }],
      ["n-2", { owner: "net", asset: null }],
      ["nnn", { owner: "net", asset: "a1" }],
    ]);
  });
});
