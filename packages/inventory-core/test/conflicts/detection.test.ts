import { type Conflict, createInventory, type Inventory, STORAGE, SYSTEM } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { conflictOperations } from "../../src/conflicts/conflict.operations.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

/** More addresses than one slice of the detection reads. */
const DEVICES = 1_100;

/** Number of pieces in which an answer is given that names each active conflict. */
async function piecesOf({ host }: Inventory): Promise<number> {
  const answer = await host.execute(
    conflictOperations.detect,
    { params: {}, query: {}, body: async () => await Promise.resolve({}) },
    { principal: SYSTEM, source: "library" },
  );
  if (answer.kind !== "list-record") throw new Error(`the answer is in one piece, ${answer.kind}`);
  let count = 0;
  for await (const _ of answer.value.pages) count += 1;
  return count;
}

describe.each(DATABASES)("the detection of conflicts on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;

  beforeAll(async () => {
    place = await openPlace();
    inventory = await createInventory({ storage: place.storage() });
  });

  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  const write = async (sql: string, params: readonly string[] = []): Promise<unknown> =>
    await inventory.host.get(STORAGE).write(async (transaction) => await transaction.run(sql, params));
  const active = async (type: Conflict["type"]): Promise<Conflict[]> => await inventory.conflicts.list({ type, status: "active" });
  const addresses = async (): Promise<string[]> => (await active("duplicate_ip")).map(({ ip_address: ip }) => ip).toSorted();

  it("opens what contradicts itself and closes what does not, after rows came and went without the engine", async () => {
    const datacenter = await inventory.datacenters.create({ name: "dc" });
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/16", datacenter_id: datacenter.id });
    for (const name of ["a", "b"]) {
      const drafts = Array.from({ length: DEVICES }, (__, index) => ({
        name: `${name}${index}`,
        datacenter_id: datacenter.id,
        addresses: [{ ip: `10.0.${index >> 8}.${index & 255}` }],
      }));
      for (let at = 0; at < DEVICES; at += 550) await inventory.devices.createMany(drafts.slice(at, at + 550));
    }
    const all = await addresses();
    expect(all).toHaveLength(DEVICES);
    await write("delete from conflict where doc like '%\"10.0.4.7\"%' or doc like '%\"10.0.0.1\"%'");
    expect(await addresses()).toHaveLength(DEVICES - 2);
    expect((await inventory.conflicts.detect({ type: "duplicate_ip" })).count).toBe(DEVICES);
    expect(await addresses()).toEqual(all);
    expect(await piecesOf(inventory)).toBeGreaterThan(3);
    await write("delete from address where device_id in (select id from device where name in ('a5', 'a1030'))");
    await inventory.conflicts.detect();
    expect(await addresses()).toEqual(all.filter((ip) => ip !== "10.0.0.5" && ip !== "10.0.4.6"));
    await inventory.networks.delete(network.id);
  });

  it("closes a conflict of a device and an allocation when the device has let go without the engine", async () => {
    const network = await inventory.networks.create({ name: "pooled", subnet: "10.1.0.0/24" });
    const pool = await inventory.pools.create(network.id, { name: "pool", start_ip: "10.1.0.5", end_ip: "10.1.0.9" });
    await inventory.pools.allocate(pool.id, {});
    const device = await inventory.devices.create({ name: "taker", addresses: [{ ip: "10.1.0.6" }] });
    await write("update address set ip_key = (select ip_key from allocation where status = 'held') where device_id = ?", [device.id]);
    await inventory.conflicts.detect();
    expect(await addresses()).toContain("10.1.0.5");
    await write("delete from address where device_id = ?", [device.id]);
    await inventory.conflicts.detect();
    expect(await addresses()).not.toContain("10.1.0.5");
  });

  it("opens and closes conflicts over subnets", async () => {
    const [one] = [
      await inventory.networks.create({ name: "one", subnet: "10.2.0.0/24" }),
      await inventory.networks.create({ name: "two", subnet: "10.2.0.0/24" }),
    ];
    const [conflict] = await active("overlapping_subnet");
    await write("delete from conflict where id = ?", [conflict?.id ?? ""]);
    expect(await inventory.conflicts.detect({ type: "overlapping_subnet" })).toMatchObject({
      count: 1,
      conflicts: [{ subnets: ["10.2.0.0/24", "10.2.0.0/24"] }],
    });
    await write("update network set cidr_key = 'elsewhere' where id = ?", [one?.id ?? ""]);
    expect(await inventory.conflicts.detect({ type: "overlapping_subnet" })).toEqual({ conflicts: [], count: 0 });
  });
});
