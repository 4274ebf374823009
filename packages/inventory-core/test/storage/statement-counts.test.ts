import { createInventory, type Inventory, type Storage } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { countStatements, type CountedStorage, FakeClock, PostgresDatabases } from "@cadastre/inventory-core/testing";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, inject, it } from "vitest";

// Statements per operation, held against a file: one that does more than before shows in a review, one that grows with
// the number of rows fails. UPDATE_STATEMENT_COUNTS=1 writes the file anew.
const FILE = new URL("statement-counts.json", import.meta.url);

const device = (index: number) => ({
  name: `d${index}`,
  tags: ["a", "b", "c"],
  domains: [`d${index}.example`],
  addresses: [{ ip: `10.1.${index >> 8}.${index & 255}` }, { ip: `10.2.${index >> 8}.${index & 255}` }],
});

/** Every operation once, with the statements that it took. */
async function counts(counted: CountedStorage): Promise<Record<string, number>> {
  await using inventory = await createInventory({ storage: counted.storage, clock: new FakeClock() });
  const result: Record<string, number> = {};
  const measure = async <T>(name: string, call: () => PromiseLike<T>): Promise<T> => {
    counted.reset();
    const answer = await call();
    result[name] = counted.count();
    return answer;
  };
  const { datacenters, networks, pools, allocations, devices, relationships, search, eventLog } = inventory;
  const dc = await measure("datacenters.create", () => datacenters.create({ name: "dc" }));
  await measure("datacenters.list", () => datacenters.list());
  await measure("datacenters.get", () => datacenters.get(dc.id));
  await measure("datacenters.update", () => datacenters.update(dc.id, { location: "x" }));
  await measure("datacenters.devices", () => datacenters.devices(dc.id));
  const network = await measure("networks.create", () => networks.create({ name: "n", subnet: "10.0.0.0/8" }));
  await measure("networks.list", () => networks.list());
  await measure("networks.get", () => networks.get(network.id));
  await measure("networks.update", () => networks.update(network.id, { name: "m" }));
  await measure("networks.utilization", () => networks.utilization(network.id));
  await measure("networks.devices", () => networks.devices(network.id));
  const pool = await measure("pools.create", () => pools.create(network.id, { name: "p", start_ip: "10.1.0.0", end_ip: "10.1.9.255" }));
  await measure("pools.list", () => pools.list(network.id));
  await measure("pools.get", () => pools.get(pool.id));
  await measure("pools.update", () => pools.update(pool.id, { name: "q" }));
  await measure("pools.nextIp", () => pools.nextIp(pool.id));
  await measure("pools.heatmap", () => pools.heatmap(pool.id));
  const { allocations: held } = await measure("pools.allocate", () => pools.allocate(pool.id, { key: "k" }));
  await measure("pools.allocations", () => pools.allocations(pool.id));
  await measure("allocations.get", () => allocations.get(held[0]?.id ?? ""));
  await measure("allocations.release", () => allocations.release(held[0]?.id ?? ""));
  const one = await measure("devices.create", () => devices.create(device(1)));
  const two = await devices.create(device(2));
  await measure("devices.list", () => devices.list());
  await measure("devices.search", () => devices.search({ q: "d1" }));
  await measure("devices.statusCounts", () => devices.statusCounts());
  await measure("devices.get", () => devices.get(one.id));
  await measure("devices.update (name)", () => devices.update(one.id, { name: "renamed" }));
  await measure("devices.update (addresses)", () => devices.update(one.id, { addresses: [{ ip: "10.1.9.9" }] }));
  await measure("relationships.create", () => relationships.create(one.id, { child_id: two.id, type: "contains" }));
  await measure("relationships.list", () => relationships.list(one.id));
  await measure("relationships.listAll", () => relationships.listAll());
  await measure("devices.related", () => devices.related(one.id));
  await measure("relationships.delete", () => relationships.delete(one.id, two.id, "contains"));
  await measure("search.all", () => search.all({ q: "d" }));
  await measure("eventLog.read", () => eventLog.read());
  await measure("devices.delete", () => devices.delete(one.id));
  await measure("pools.delete", () => pools.delete(pool.id));
  await measure("networks.delete", () => networks.delete(network.id));
  await measure("datacenters.delete", () => datacenters.delete(dc.id));
  return result;
}

const storages: Record<string, () => Promise<{ storage: Storage; drop: () => Promise<void> }>> = {
  sqlite: async () => await Promise.resolve({ storage: sqlite(":memory:"), drop: async () => {} }),
  postgresql: async () => {
    const database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    return { storage: postgresql(database.url), drop: async () => await database[Symbol.asyncDispose]() };
  },
};

describe.each(Object.entries(storages))("statements on %s", (_, open) => {
  it("are as many as the file says", async () => {
    const { storage, drop } = await open();
    const now = await counts(countStatements(storage));
    await drop();
    if (process.env["UPDATE_STATEMENT_COUNTS"] === "1") writeFileSync(FILE, `${JSON.stringify(now, null, 2)}\n`);
    expect(now).toEqual(JSON.parse(readFileSync(FILE, "utf8")));
  });

  it("do not grow with the number of rows", async () => {
    const { storage, drop } = await open();
    const counted = countStatements(storage);
    const inventory: Inventory = await createInventory({ storage: counted.storage, clock: new FakeClock() });
    const network = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/8" });
    const pool = await inventory.pools.create(network.id, { name: "p", start_ip: "10.1.0.0", end_ip: "10.1.9.255" });
    let next = 0;
    const calls: Record<string, () => PromiseLike<unknown>> = {
      list: () => inventory.devices.list(),
      "list by tags": () => inventory.devices.list({ tags: ["a", "b"] }),
      search: () => inventory.devices.search({ q: "d" }),
      "devices of a network": () => inventory.networks.devices(network.id),
      utilization: () => inventory.networks.utilization(network.id),
      "next-ip": () => inventory.pools.nextIp(pool.id),
      heatmap: () => inventory.pools.heatmap(pool.id),
      create: () => inventory.devices.create(device((next += 1))),
    };
    const measured = async (): Promise<Record<string, number>> => {
      const found: Record<string, number> = {};
      for (const [name, call] of Object.entries(calls)) {
        counted.reset();
        await call();
        found[name] = counted.count();
      }
      return found;
    };
    while (next < 10) await inventory.devices.create(device((next += 1)));
    const few = await measured();
    while (next < 300) await inventory.devices.create(device((next += 1)));
    expect(await measured()).toEqual(few);
    await inventory.close();
    await drop();
  });
});
