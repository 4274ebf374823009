import { createInventory } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { see } from "../reconciliation/see.ts";
import { changeIn, restoredOf, storedStateOf, undoneIn } from "./undo-world.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const SUBNETS = [
  ["10.0.0.0/25", 0],
  ["10.0.0.128/26", 128],
  ["10.0.0.192/26", 192],
] as const;

describe.each(DATABASES)("undo of a network merge on %s", (_, openPlace) => {
  it("restores networks, pools, allocations, links, rules, schedules and discovered devices", async () => {
    await using place = await openPlace();
    const clock = new FakeClock();
    await using inventory = await createInventory({ storage: place.storage(), clock });
    const all = await inventory.networks.create({ name: "all", subnet: "10.0.0.0/16" });
    const ids: string[] = [];
    for (const [index, [subnet, first]] of SUBNETS.entries()) {
      const network = await inventory.networks.create({ name: `lan ${index}`, subnet, tags: [`t${index}`] });
      ids.push(network.id);
      const at = (offset: number): string => `10.0.0.${first + offset}`;
      const pool = await inventory.pools.create(network.id, { name: "p", start_ip: at(10), end_ip: at(20), quarantine_seconds: 3600 });
      await inventory.pools.allocate(pool.id, { ip: at(12), ttl_seconds: 86_400 });
      const { allocations } = await inventory.pools.allocate(pool.id, { ip: at(13) });
      await inventory.allocations.release((allocations[0] as { id: string }).id);
      await inventory.devices.create({
        name: `d${index}`,
        addresses: [{ ip: at(5) }, { ip: at(15) }, { ip: at(0) }, { ip: at(30), network_id: all.id }, { ip: at(30), port: 80 }],
      });
      await inventory.discoveryRules.create({ network_id: network.id, scan_type: "quick", schedule: `${index} 3 * * *` });
      if (index > 0) await inventory.discoveryRules.create({ network_id: network.id, scan_type: "full", enabled: index === 1 });
      await see(inventory, network.id, [
        { ip: at(5), hostname: "held" },
        { ip: at(40), hostname: `h${index}`, macAddress: `3c:00:00:00:00:0${index}` },
        { ip: at(41), hostname: "guest" },
      ]);
      const seen = await inventory.discoveredDevices.list({ network_id: network.id });
      const idAt = (address: string): string => seen.find(({ ip }) => ip === address)?.id ?? "";
      await inventory.discoveredDevices.ignore(idAt(at(41)), { note: "guest" });
      await inventory.discoveredDevices.promote(idAt(at(40)), { name: `promoted ${index}` });
    }
    const [before, rows] = [await restoredOf(inventory), await storedStateOf(inventory)];
    const [receiver = "", ...others] = ids;
    const merge = await inventory.networks.merge(receiver, { network_ids: others });
    const change = await changeIn(inventory, clock, async () => await inventory.plans.apply(merge.id));
    expect(await inventory.networks.list()).toHaveLength(2);
    const { effects } = await undoneIn(inventory, clock, change);
    expect(effects.warnings).toEqual([]);
    expect(await restoredOf(inventory)).toEqual(before);
    expect(await storedStateOf(inventory)).toEqual(rows);
    expect((await inventory.verify()).differences).toEqual([]);
  });
});
