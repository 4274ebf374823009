import { createInventory, type Inventory, type Plan } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { see } from "../reconciliation/see.ts";
import { changeIn, storedStateOf, undoneIn } from "./undo-world.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("undo of a delete on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  let clock: FakeClock;

  beforeEach(async () => {
    place = await openPlace();
    clock = new FakeClock();
    inventory = await createInventory({ storage: place.storage(), clock });
  });

  afterEach(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  const changeOf = async (work: () => Promise<unknown>): Promise<string> => await changeIn(inventory, clock, work);
  const undone = async (change: string): Promise<Plan> => await undoneIn(inventory, clock, change);

  async function networkWithHold() {
    const network = await inventory.networks.create({ name: "lan", subnet: "10.0.0.0/24" });
    const pool = await inventory.pools.create(network.id, {
      name: "p",
      start_ip: "10.0.0.10",
      end_ip: "10.0.0.20",
      quarantine_seconds: 3600,
    });
    const { allocations } = await inventory.pools.allocate(pool.id, { ip: "10.0.0.12", ttl_seconds: 86_400 });
    return { network, pool, hold: allocations[0] as (typeof allocations)[number] };
  }

  it.each(["network", "pool", "allocation"] as const)("restores an allocation with its expiry after its %s was deleted", async (what) => {
    const { network, pool, hold } = await networkWithHold();
    const change = await changeOf(async () => {
      if (what === "network") await inventory.networks.delete(network.id);
      else if (what === "pool") await inventory.pools.delete(pool.id);
      else await inventory.allocations.release(hold.id);
    });
    const plan = await inventory.changes.undo(change);
    await clock.advance(60_000);
    expect((await inventory.plans.get(plan.id)).stale).toBe(false);
    await inventory.plans.apply(plan.id);
    expect(await inventory.pools.allocations(pool.id)).toEqual([hold]);
  });

  it("applies with a warning when an allocation expired after the plan was made", async () => {
    const { network, pool } = await networkWithHold();
    const change = await changeOf(async () => await inventory.networks.delete(network.id));
    const plan = await inventory.changes.undo(change);
    await clock.advance(86_400_000);
    expect((await inventory.plans.get(plan.id)).stale).toBe(false);
    const { status, effects } = await inventory.plans.apply(plan.id);
    expect([status, effects.records.map(({ type }) => type)]).toEqual(["applied", ["network", "pool"]]);
    expect(effects.warnings).toContain("the allocation 10.0.0.12 has expired since the plan was made");
    expect(await inventory.pools.allocations(pool.id)).toEqual([]);
  });

  it("releases nothing and warns when an allocation of the change expired after the plan was made", async () => {
    const network = await inventory.networks.create({ name: "lan", subnet: "10.0.0.0/24" });
    const pool = await inventory.pools.create(network.id, { name: "p", start_ip: "10.0.0.10", end_ip: "10.0.0.20" });
    const created = await inventory.plans.create({
      title: "hold one and rename",
      steps: [
        { operation: "pools.allocate", params: { id: pool.id }, body: { ip: "10.0.0.12", ttl_seconds: 60 } },
        { operation: "networks.update", params: { id: network.id }, body: { name: "renamed" } },
      ],
    });
    const { change_id: change } = await inventory.plans.apply(created.id);
    const plan = await inventory.changes.undo(change as string);
    await clock.advance(120_000);
    // The sweeper deletes it in the background.
    await expect.poll(async () => (await inventory.audit.list()).filter(({ action }) => action === "expire").length).toBe(1);
    const { effects } = await inventory.plans.apply(plan.id);
    expect(effects.warnings).toContain("the allocation 10.0.0.12 has expired since the plan was made");
    expect((await inventory.networks.get(network.id)).name).toBe("lan");
  });

  it("refuses a stale plan with what differs and what to do", async () => {
    const { network } = await networkWithHold();
    const change = await changeOf(async () => await inventory.networks.update(network.id, { name: "office", vlan_id: 7 }));
    const plan = await inventory.changes.undo(change);
    await inventory.networks.update(network.id, { vlan_id: 8 });
    await expect(inventory.plans.apply(plan.id)).rejects.toMatchObject({
      code: "PLAN_STALE",
      message: expect.stringMatching(
        /the network lan \(affected differently\); refresh the plan, review its effects and apply it$/,
      ) as string,
    });
  });

  /** A network with everything that follows it when it is deleted. */
  async function networkWithFollowers() {
    const { network, pool, hold } = await networkWithHold();
    const spare = await inventory.pools.allocate(pool.id, { ip: "10.0.0.15", key: "spare" });
    await inventory.allocations.release((spare.allocations[0] as { id: string }).id);
    await inventory.networks.allocate(network.id, { length: 30, name: "part", key: "parts" });
    const rule = await inventory.discoveryRules.create({ network_id: network.id, schedule: "30 3 * * *", timezone: "Europe/Berlin" });
    await see(inventory, network.id, [{ ip: "10.0.0.50", macAddress: "3c:00:00:00:00:01", hostname: "printer" }, { ip: "10.0.0.51" }]);
    const [printer, ignored] = await inventory.discoveredDevices.list({ network_id: network.id });
    const device = await inventory.discoveredDevices.promote((printer as { id: string }).id, { name: "printer" });
    await inventory.discoveredDevices.ignore((ignored as { id: string }).id, { note: "guest" });
    return { network, pool, hold, rule, device };
  }

  const stateOf = async () => await storedStateOf(inventory);

  it("restores everything that followed a deleted network", async () => {
    const { network } = await networkWithFollowers();
    const before = await stateOf();
    const change = await changeOf(async () => await inventory.networks.delete(network.id));
    const { effects } = await undone(change);
    expect(await stateOf()).toEqual(before);
    expect(effects.warnings).toEqual([]);
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("restores everything that followed a deleted pool", async () => {
    const { pool } = await networkWithFollowers();
    const before = await stateOf();
    await undone(await changeOf(async () => await inventory.pools.delete(pool.id)));
    expect(await stateOf()).toEqual(before);
  });

  it("restores the promotion that a deleted device came from", async () => {
    const { device } = await networkWithFollowers();
    const before = await stateOf();
    await undone(await changeOf(async () => await inventory.devices.delete(device.id)));
    expect(await stateOf()).toEqual(before);
  });

  it("restores a discovery rule that was deleted by itself", async () => {
    const { rule } = await networkWithFollowers();
    const { effects } = await undone(await changeOf(async () => await inventory.discoveryRules.delete(rule.id)));
    expect(effects.records).toMatchObject([{ type: "discovery_rule", action: "create" }]);
    expect(await inventory.discoveryRules.get(rule.id)).toEqual({ ...rule, updated_at: new Date(clock.now()).toISOString() });
  });

  it("has a row in every table that follows a network or pool, so that the comparison above is complete", async () => {
    await networkWithFollowers();
    const state = await stateOf();
    const empty = inventory.host.followers.map(({ name }) => name).filter((name) => (state[name]?.length ?? 0) === 0);
    // The recorder of utilization writes these once a day.
    expect(empty).toEqual(["network_utilization", "pool_utilization"]);
  });
});
