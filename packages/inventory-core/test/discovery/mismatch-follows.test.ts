import { type Conflict, type Inventory, STORAGE } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { scanHost, type ScanHost } from "./scan-lab.ts";
import { answering, ScriptedScanner } from "./scripted-scanner.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const MAC = "02:00:00:00:00:01";
const OTHER_MAC = "02:00:00:00:00:02";

/** Has an address of a network answer with another hardware address than before. */
async function mismatch(host: ScanHost, scanner: ScriptedScanner, networkId: string, ip = "10.0.0.1"): Promise<void> {
  for (const mac of [MAC, OTHER_MAC]) {
    scanner.script = answering({ [ip]: mac });
    await host.reaches((await host.inventory.scans.start(networkId, {})).id, "completed");
  }
}

const open = async (inventory: Inventory): Promise<Conflict[]> =>
  (await inventory.conflicts.list({ type: "discovery_mismatch" })).filter(({ status }) => status !== "resolved");
const clean = async (inventory: Inventory): Promise<void> => {
  expect((await inventory.verify()).differences).toEqual([]);
  const before = await open(inventory);
  await inventory.conflicts.detect();
  expect(await open(inventory)).toEqual(before);
};

describe.each(DATABASES)("a conflict over hardware on %s", (_, openPlace) => {
  it("follows its network to another datacenter and back, and is no second one there", async () => {
    const scanner = new ScriptedScanner(answering({}));
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const { inventory } = host;
    const [here, there] = [await inventory.datacenters.create({ name: "here" }), await inventory.datacenters.create({ name: "there" })];
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29", datacenter_id: here.id });
    await mismatch(host, scanner, network.id);
    const [conflict] = await open(inventory);
    await inventory.conflicts.ignore(conflict?.id as string, { notes: "a pair of firewalls" });
    for (const datacenter_id of [there.id, null, here.id, there.id]) {
      await inventory.networks.update(network.id, { datacenter_id });
      await mismatch(host, scanner, network.id);
      expect(await open(inventory)).toMatchObject([
        { id: conflict?.id, status: "ignored", notes: "a pair of firewalls", network_ids: [network.id] },
      ]);
      await clean(inventory);
    }
    await inventory.datacenters.delete(there.id);
    await mismatch(host, scanner, network.id);
    expect(await open(inventory)).toMatchObject([{ id: conflict?.id }]);
    await clean(inventory);
    expect(await inventory.conflicts.resolve(conflict?.id as string, {})).toMatchObject({ status: "resolved" });
  });

  it("has the name and subnet that its network has, and ends when the network is deleted or loses the address", async () => {
    const scanner = new ScriptedScanner(answering({}));
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const { inventory } = host;
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/28" });
    const other = await inventory.networks.create({ name: "inside", subnet: "10.0.0.8/29" });
    await mismatch(host, scanner, network.id);
    await mismatch(host, scanner, other.id, "10.0.0.9");
    await inventory.networks.update(network.id, { name: "renamed" });
    const named = async (): Promise<unknown> =>
      (await open(inventory)).map(({ ip_address: ip, network_names: names, subnets }) => [ip, ...names, ...subnets].join(" ")).toSorted();
    expect(await named()).toEqual(["10.0.0.1 renamed 10.0.0.0/28", "10.0.0.9 inside 10.0.0.8/29"]);
    await inventory.networks.update(network.id, { subnet: "10.0.0.0/29" });
    expect(await named()).toEqual(["10.0.0.1 renamed 10.0.0.0/29", "10.0.0.9 inside 10.0.0.8/29"]);
    await clean(inventory);
    await inventory.networks.update(network.id, { subnet: "10.0.1.0/29" });
    expect(await named()).toEqual(["10.0.0.9 inside 10.0.0.8/29"]);
    const resolved = host.events.filter(({ event }) => event === "conflict.resolved");
    expect(resolved).toHaveLength(1);
    await inventory.networks.delete(other.id);
    expect(await named()).toEqual([]);
    expect(
      (await inventory.conflicts.list({ type: "discovery_mismatch" }))
        .map(({ network_names: names, status }) => [...names, status].join(" "))
        .toSorted(),
    ).toEqual(["inside resolved", "renamed resolved"]);
    await clean(inventory);
  });

  it("joins the one of the space that its network comes to, where the address has one already", async () => {
    const scanner = new ScriptedScanner(answering({}));
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const { inventory } = host;
    const site = await inventory.datacenters.create({ name: "site" });
    const moved = await inventory.networks.create({ name: "moved", subnet: "10.0.0.0/29", datacenter_id: site.id });
    const there = await inventory.networks.create({ name: "there", subnet: "10.0.0.0/28" });
    for (const { id } of [moved, there]) await mismatch(host, scanner, id);
    expect(await open(inventory)).toHaveLength(2);
    await inventory.networks.update(moved.id, { datacenter_id: null });
    expect(await open(inventory)).toMatchObject([{ network_ids: [there.id] }]);
    await clean(inventory);
  });

  it("of a database that was left behind by an earlier version is mended by rebuild and by detect", async () => {
    const scanner = new ScriptedScanner(answering({}));
    await using place = await openPlace();
    await using host = await scanHost(place, scanner);
    const { inventory } = host;
    const { networks } = inventory;
    const [one, two] = [
      await networks.create({ name: "one", subnet: "10.0.0.0/29" }),
      await networks.create({ name: "two", subnet: "10.0.1.0/29" }),
    ];
    await mismatch(host, scanner, one.id);
    await mismatch(host, scanner, two.id, "10.0.1.1");
    const damage = async (): Promise<void> => {
      await inventory.host.get(STORAGE).write(async (transaction) => {
        await transaction.run("update conflict set space = 77 where type = 'discovery_mismatch'");
        await transaction.run("update conflict set doc = replace(doc, '\"one\"', '\"old\"') where type = 'discovery_mismatch'");
      });
    };
    const healthy = (await open(inventory)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const mend of [async () => await inventory.rebuild(), async () => await inventory.conflicts.detect()]) {
      await damage();
      const { differences } = await inventory.verify();
      expect(differences.map(({ check, column }) => `${check}.${column}`).toSorted()).toEqual([
        "hardware-conflicts.doc",
        "hardware-conflicts.space",
        "hardware-conflicts.space",
      ]);
      await mend();
      expect((await inventory.verify()).differences).toEqual([]);
      expect((await open(inventory)).toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(healthy);
    }
  });
});
