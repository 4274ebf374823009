import { createInventory, type ImportRow, type Inventory, type Storage } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { countStatements, type CountedStorage, FakeClock, PostgresDatabases } from "@cadastre/testing";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, inject, it } from "vitest";
import { CORE_KINDS } from "../../src/core-kinds.ts";
import { coreOperations } from "../../src/composition/core-operations.ts";
import { operationsOf } from "../../src/composition/records/record-operations.ts";
import { Datacenter } from "../../src/datacenters/datacenter.ts";
import { DiscoveryRule } from "../../src/discovery/rules/discovery-rule.ts";
import { Field } from "../../src/field-definitions/field.ts";
import { Space } from "../../src/spaces/space.ts";
import { ScriptedScanner } from "../discovery/scripted-scanner.ts";
import { discoveryStatements, type Measure, twoHosts } from "./discovery-statements.ts";
import { planStatements } from "./plan-statements.ts";
import { STORAGES } from "../../../../testing/storages.ts";

// Statements per operation, held against a file: one that does more than before shows in a review, one that grows with
// the number of rows fails. UPDATE_STATEMENT_COUNTS=1 writes the file anew.
const FILE = new URL("statement-counts.json", import.meta.url);

const device = (index: number) => ({
  name: `d${index}`,
  tags: ["a", "b", "c"],
  domains: [`d${index}.example`],
  addresses: [{ ip: `10.1.${index >> 8}.${index & 255}` }, { ip: `10.2.${index >> 8}.${index & 255}` }],
});

/** As many devices as rows of an import, after the network that they refer to. */
function importRows(count: number): ImportRow[] {
  const devices = Array.from({ length: count }, (_, index): ImportRow => ({
    at: { line: index + 3 },
    type: "device",
    set: { name: `row-${index}`, addresses: [{ ip: `10.7.0.${index + 1}`, network: { ref: "n" } }] },
  }));
  return [{ at: { line: 2 }, type: "network", ref: "n", set: { name: "n7", subnet: "10.7.0.0/24" } }, ...devices];
}

/** What SQLite does in steps of a bounded number of rows, and PostgreSQL in one statement. */
const STEPPED = new Set([
  "devices.search",
  "devices.related",
  "networks.devices",
  "search.all",
  "list by tags",
  "devices of a network",
  "search",
  "search of all",
]);

/** What asks PostgreSQL for events of transactions that were open, too. */
const COUNTING_EVENTS = new Set([
  "vlanGroups.adopt",
  "plans.create",
  "plans.get",
  "plans.refresh",
  "changes.undo",
  "networks.split",
  "networks.merge",
  "networks.resize",
  "networks.renumber",
]);

/** Statements more for 300 records: 25 devices are read at once, and 50 networks or datacenters. */
const MAX_MORE_STEPS = 300 / 25 + 2 * (300 / 50);

/** Every operation once, with the statements that it took. */
async function counts(counted: CountedStorage): Promise<Record<string, number>> {
  const clock = new FakeClock();
  const scanner = new ScriptedScanner(twoHosts);
  await using inventory = await createInventory({ storage: counted.storage, clock, plugins: [scanner.plugin] });
  const result: Record<string, number> = {};
  const measure: Measure = async (name, call) => {
    counted.reset();
    const answer = await call();
    result[name] = counted.count();
    return answer;
  };
  const { spaces, datacenters, networks, pools, allocations, devices, relationships, conflicts, search, dashboard, events, audit } =
    inventory;
  const space = await measure("spaces.create", () => spaces.create({ name: "red" }));
  await measure("spaces.list", () => spaces.list());
  await measure("spaces.get", () => spaces.get(space.id));
  await measure("spaces.update", () => spaces.update(space.id, { rd: "65000:1" }));
  await measure("spaces.bulkUpdate", () => spaces.bulkUpdate({ ids: [space.id], set: { description: "of customers" } }));
  const { id: spare } = await spaces.create({ name: "spare" });
  await measure("spaces.bulkDelete", () => spaces.bulkDelete({ ids: [spare] }));
  const field = await measure("fields.create", () => inventory.fields.create({ record: "pool", name: "owner", type: "text" }));
  await measure("fields.list", () => inventory.fields.list());
  await measure("fields.get", () => inventory.fields.get(field.id));
  await measure("fields.update", () => inventory.fields.update(field.id, { label: "Owner" }));
  const dc = await measure("datacenters.create", () => datacenters.create({ name: "dc" }));
  await measure("datacenters.list", () => datacenters.list());
  await measure("datacenters.get", () => datacenters.get(dc.id));
  const { id: empty } = await datacenters.create({ name: "empty" });
  await measure("datacenters.bulkUpdate", () => datacenters.bulkUpdate({ ids: [empty], set: { location: "y" } }));
  await measure("datacenters.bulkDelete", () => datacenters.bulkDelete({ ids: [empty] }));
  await measure("datacenters.update", () => datacenters.update(dc.id, { location: "x" }));
  await measure("datacenters.devices", () => datacenters.devices(dc.id));
  await measure("datacenters.update (space)", () => datacenters.update(dc.id, { space_id: space.id }));
  const network = await measure("networks.create", () => networks.create({ name: "n", subnet: "10.0.0.0/8" }));
  await measure("networks.list", () => networks.list());
  await measure("networks.get", () => networks.get(network.id));
  await measure("networks.list (page)", () => networks.list({ limit: 2, sort: "-updated_at", count: true }));
  await measure("networks.roots (page)", () => networks.roots({ limit: 2 }));
  await measure("networks.children", () => networks.children(network.id));
  await measure("networks.update", () => networks.update(network.id, { name: "m" }));
  await measure("networks.utilization", () => networks.utilization(network.id));
  await measure("networks.utilizations", () => networks.utilizations());
  await measure("networks.freePrefixes", () => networks.freePrefixes(network.id));
  await measure("networks.freePrefixes (length)", () => networks.freePrefixes(network.id, { length: 24 }));
  await measure("networks.heatmap", () => networks.heatmap(network.id, { prefix: 16 }));
  await measure("networks.nextIp", () => networks.nextIp(network.id));
  await measure("networks.devices", () => networks.devices(network.id));
  await measure("networks.allocate", () => networks.allocate(network.id, { name: "a", length: 24, key: "k" }));
  await measure("networks.allocate (again)", () => networks.allocate(network.id, { name: "a", length: 24, key: "k" }));
  await measure("networks.allocate (32)", () => networks.allocate(network.id, { name: "b", length: 24, count: 32 }));
  await measure("networks.freePrefixes (one)", () => networks.freePrefixes(network.id, { length: 24, limit: 1 }));
  await measure("allocations.forgetKey (network)", () => allocations.forgetKey("k", { network_id: network.id }));
  const group = await inventory.vlanGroups.create({ name: "g", datacenter_id: dc.id });
  const numbered = await networks.create({ name: "v", subnet: "10.0.0.0/16", datacenter_id: dc.id, vlan_id: 30 });
  await measure("vlanGroups.nextVid", () => inventory.vlanGroups.nextVid(group.id));
  await measure("vlanGroups.allocate", () => inventory.vlanGroups.allocate(group.id, { key: "k" }));
  await measure("vlanGroups.adopt", () => inventory.vlanGroups.adopt(group.id));
  await inventory.vlanGroups.delete(group.id, { vlans: "delete" });
  await networks.delete(numbered.id);
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
  await measure("allocations.forgetKey", () => allocations.forgetKey("k", { pool_id: pool.id }));
  const one = await measure("devices.create", () => devices.create(device(1)));
  const two = await devices.create(device(2));
  await measure("devices.list", () => devices.list());
  await measure("devices.list (page)", () => devices.list({ limit: 2, sort: "-updated_at", count: true }));
  await measure("devices.search", () => devices.search({ q: "d1" }));
  await measure("devices.statusCounts", () => devices.statusCounts());
  await measure("devices.get", () => devices.get(one.id));
  await measure("devices.update (name)", () => devices.update(one.id, { name: "renamed" }));
  await measure("devices.update (addresses)", () => devices.update(one.id, { addresses: [{ ip: "10.1.9.9" }] }));
  await measure("relationships.create", () => relationships.create(one.id, { child_id: two.id, type: "contains" }));
  await measure("relationships.list", () => relationships.list(one.id));
  await measure("relationships.listAll", () => relationships.listAll());
  await measure("devices.related", () => devices.related(one.id));
  await measure("devices.history", () => devices.history(one.id));
  await measure("fields.history", () => inventory.fields.history(field.id));
  await measure("spaces.history", () => spaces.history(space.id));
  await measure("datacenters.history", () => datacenters.history(dc.id));
  await measure("networks.history", () => networks.history(network.id));
  await measure("pools.history", () => pools.history(pool.id));
  await measure("networks.utilizationHistory", () => networks.utilizationHistory(network.id));
  await measure("pools.utilizationHistory", () => pools.utilizationHistory(pool.id));
  await measure("addresses.get", () => inventory.addresses.get("10.1.9.9"));
  await measure("addresses.get (at)", () => inventory.addresses.get("10.1.9.9", { at: "2026-03-01" }));
  await measure("relationships.delete", () => relationships.delete(one.id, two.id, "contains"));
  await measure("devices.create (address of another)", () => devices.create(device(2)));
  const [conflict, second] = await measure("conflicts.list", () => conflicts.list());
  await measure("conflicts.get", () => conflicts.get(conflict?.id ?? ""));
  await measure("conflicts.ignore", () => conflicts.ignore(second?.id ?? "", {}));
  await measure("conflicts.detect", () => conflicts.detect());
  await measure("conflicts.resolve", () => conflicts.resolve(conflict?.id ?? "", { keep_device_id: two.id }));
  await measure("names.find", () => inventory.names.find({ text: "dc/n" }));
  await measure("names.find by id", () => inventory.names.find({ id: dc.id }));
  await measure("search.all", () => search.all({ q: "d" }));
  await measure("dashboard.get", () => dashboard.get());
  await measure("events.read", () => events.read());
  await measure("events.stream", async () => {
    for await (const _ of events.stream({ after: "0-0" })) break;
  });
  const [entry] = await measure("audit.list", () => audit.list());
  await measure("audit.list (page)", () => audit.list({ limit: 2, count: true }));
  await measure("audit.get", () => audit.get(entry?.id ?? ""));
  await measure("audit.export", async () => await Array.fromAsync((await audit.export()).pieces));
  await measure("devices.delete", () => devices.delete(one.id));
  await pools.update(pool.id, { fields: { owner: "ada" } });
  await measure("fields.delete", () => inventory.fields.delete(field.id, { values: "drop" }));
  await pools.update(pool.id, { quarantine_seconds: 60 });
  const [waiting] = (await pools.allocate(pool.id)).allocations;
  await allocations.release(waiting?.id ?? "");
  await measure("pools.nextIp (passed over)", () => pools.nextIp(pool.id));
  await measure("pools.allocate (passed over)", () => pools.allocate(pool.id));
  await measure("addresses.endQuarantine", () => inventory.addresses.endQuarantine(waiting?.ip ?? ""));
  await measure("pools.delete", () => pools.delete(pool.id));
  await measure("networks.delete", () => networks.delete(network.id));
  await measure("datacenters.delete", () => datacenters.delete(dc.id));
  await measure("spaces.delete", () => spaces.delete(space.id));
  await discoveryStatements(inventory, scanner, clock, counted, measure);
  await measure("networks.createMany", () =>
    networks.createMany([
      { name: "n1", subnet: "10.3.0.0/24" },
      { name: "n2", subnet: "10.4.0.0/24" },
    ]),
  );
  await measure("devices.createMany", () => devices.createMany(Array.from({ length: 40 }, (_, index) => device(index + 100))));
  await measure("exports.httpSd", async () => await Array.fromAsync((await inventory.exports.httpSd()).pieces));
  await measure("exports.ansible", async () => await Array.fromAsync((await inventory.exports.ansible()).pieces));
  const plan = await measure("import.plan", () => inventory.import.plan(importRows(50)));
  await measure("import.apply", () => inventory.import.apply(plan));
  await planStatements(inventory, measure);
  return result;
}

type Open = () => Promise<{ readonly storage: Storage; readonly drop: () => Promise<void> }>;

const storages: Readonly<Record<"sqlite" | "postgresql", Open>> = {
  sqlite: async () => await Promise.resolve({ storage: sqlite(":memory:"), drop: async () => {} }),
  postgresql: async () => {
    const database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    return { storage: postgresql(database.url), drop: async () => await database[Symbol.asyncDispose]() };
  },
};

async function countsOn(open: Open): Promise<Record<string, number>> {
  const { storage, drop } = await open();
  try {
    return await counts(countStatements(storage));
  } finally {
    await drop();
  }
}

describe("statements of each operation", () => {
  it.each(STORAGES)("are as many as the file says on %s", async (name) => {
    const now = await countsOn(storages[name]);
    if (name === "sqlite" && process.env["UPDATE_STATEMENT_COUNTS"] === "1") writeFileSync(FILE, `${JSON.stringify(now, null, 2)}\n`);
    const compared = (counts: Readonly<Record<string, number>>): object =>
      Object.fromEntries(
        Object.entries(counts).filter(([operation]) => name === "sqlite" || !(STEPPED.has(operation) || COUNTING_EVENTS.has(operation))),
      );
    expect(compared(now)).toEqual(compared(JSON.parse(readFileSync(FILE, "utf8")) as Record<string, number>));
  });

  it("are counted for every operation of the core", () => {
    const counted = Object.keys(JSON.parse(readFileSync(FILE, "utf8")) as object).map((name) => name.split(" ")[0] ?? "");
    const declared = { ...operationsOf(Datacenter, CORE_KINDS), ...coreOperations.datacenters };
    const all = {
      ...coreOperations,
      datacenters: declared,
      discoveryRules: operationsOf(DiscoveryRule, CORE_KINDS),
      fields: operationsOf(Field, CORE_KINDS),
      spaces: operationsOf(Space, CORE_KINDS),
    };
    const operations = Object.entries(all).flatMap(([group, methods]) => Object.keys(methods).map((method) => `${group}.${method}`));
    expect([...new Set(counted)].toSorted()).toEqual(operations.toSorted());
  });
});

describe.each(STORAGES.map((name) => [name, storages[name]] as const))("statements on %s", (_, open) => {
  it("do not grow with the rows of an import", async () => {
    const { storage, drop } = await open();
    const counted = countStatements(storage);
    const inventory = await createInventory({ storage: counted.storage, clock: new FakeClock() });
    const statementsOf = async (count: number): Promise<number> => {
      counted.reset();
      await inventory.import.plan(importRows(count));
      return counted.count();
    };
    expect(await statementsOf(95)).toBe(await statementsOf(50));
    await inventory.close();
    await drop();
  });

  it("do not grow with the number of rows", async () => {
    const { storage, drop } = await open();
    const counted = countStatements(storage);
    // On a clock that stands still, the background work adds no statements of its own.
    const inventory: Inventory = await createInventory({ storage: counted.storage, clock: new FakeClock() });
    const { datacenters, networks, pools, devices } = inventory;
    const network = await networks.create({ name: "n", subnet: "10.0.0.0/8" });
    const pool = await pools.create(network.id, { name: "p", start_ip: "10.1.0.0", end_ip: "10.1.9.255" });
    let next = 0;
    const create = () => devices.create(device((next += 1)));
    const first = await create();
    const grow = async (count: number): Promise<void> => {
      while (next < count) {
        await create();
        const tail = `${next >> 8}.${next & 255}`;
        await datacenters.create({ name: `dc${next}` });
        await networks.create({ name: `n${next}`, subnet: `172.16.${tail}/32` });
        await pools.create(network.id, { name: `p${next}`, start_ip: `10.3.${tail}`, end_ip: `10.3.${tail}` });
        await pools.allocate(pool.id, { key: `k${next}` });
      }
    };
    const calls: Record<string, () => PromiseLike<unknown>> = {
      list: () => devices.list(),
      "list by tags": () => devices.list({ tags: ["a", "b"] }),
      get: () => devices.get(first.id),
      search: () => devices.search({ q: "d" }),
      "search of all": () => inventory.search.all({ q: "d" }),
      "list of datacenters": () => datacenters.list(),
      "list of networks": () => networks.list(),
      "get of a network": () => networks.get(network.id),
      "devices of a network": () => networks.devices(network.id),
      "children of a network": () => networks.children(network.id),
      "page of devices": () => devices.list({ limit: 2, sort: "-updated_at", count: true }),
      "page of roots": () => networks.roots({ limit: 2 }),
      "free prefixes of a network": () => networks.freePrefixes(network.id),
      "free prefixes of a length": () => networks.freePrefixes(network.id, { length: 30 }),
      utilization: () => networks.utilization(network.id),
      "utilization of all networks": () => networks.utilizations(),
      "heatmap of a network": () => networks.heatmap(network.id, { prefix: 16 }),
      "list of pools": () => pools.list(network.id),
      "get of a pool": () => pools.get(pool.id),
      "allocations of a pool": () => pools.allocations(pool.id),
      "next-ip": () => pools.nextIp(pool.id),
      "next-ip of a network": () => networks.nextIp(network.id),
      "names by name": () => inventory.names.find({ text: "n", type: "network,device,datacenter" }),
      heatmap: () => pools.heatmap(pool.id),
      create,
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
    try {
      await grow(10);
      const few = await measured();
      expect(Object.values(few)).not.toContain(0);
      await grow(300);
      const many = await measured();
      for (const [name, count] of Object.entries(many)) {
        const most = open === storages.sqlite && STEPPED.has(name) ? MAX_MORE_STEPS : 0;
        expect([name, count - (few[name] ?? 0) <= most]).toEqual([name, true]);
      }
    } finally {
      await inventory.close();
      await drop();
    }
  });
});
