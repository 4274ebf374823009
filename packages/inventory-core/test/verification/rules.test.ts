import { createInventory, type Inventory, type Logger, STORAGE } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RULE_CONSTRAINTS } from "../../src/storage/rule-constraints.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

// Records that broke a rule past the service, in a database that did not hold the rule then.

describe.each(DATABASES)("rules between records on %s", (dialect, newPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  let clock: FakeClock;
  const warnings: string[] = [];
  const logger: Logger = { debug: () => {}, info: () => {}, error: () => {}, warn: (message) => void warnings.push(message) };

  beforeEach(async () => {
    warnings.length = 0;
    clock = new FakeClock();
    place = await newPlace();
    inventory = await createInventory({ storage: place.storage(), clock, logger });
  });
  afterEach(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  const run = async (...statements: readonly string[]): Promise<void> =>
    await inventory.host.get(STORAGE).write(async (transaction) => {
      for (const statement of statements) await transaction.run(statement);
    });

  /** As databases of earlier versions are. */
  const dropRules = async (): Promise<void> =>
    await run(
      ...(dialect === "postgresql"
        ? [
            "alter table pool drop constraint pool_overlap, drop constraint pool_ends",
            "alter table relationship drop constraint relationship_ends",
          ]
        : ["pool_overlap", "pool_overlap_update", "relationship_ends", "relationship_ends_update"].map((name) => `drop trigger ${name}`)),
      "drop index relationship_container",
      "drop index allocation_once",
    );

  const found = async (): Promise<string[]> =>
    (await inventory.verify()).differences.map(({ check, column, expected }) => `${check} ${column}: ${expected}`);

  async function networkWithPool(): Promise<{ network: string; pool: string }> {
    const network = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    const pool = await inventory.pools.create(network.id, { name: "first", start_ip: "10.0.0.10", end_ip: "10.0.0.20" });
    return { network: network.id, pool: pool.id };
  }

  it("holds each of them in the database, and answers CONFLICT to what breaks one", async () => {
    const { network, pool } = await networkWithPool();
    const devices = await Promise.all(["a", "b", "c"].map(async (name) => await inventory.devices.create({ name })));
    const [a, b, c] = devices.map(({ id }) => id);
    await inventory.relationships.create(a ?? "", { child_id: c ?? "", type: "contains" });
    await inventory.pools.create(network, { name: "second", start_ip: "10.0.0.30", end_ip: "10.0.0.40" });
    await inventory.pools.allocate(pool, {});
    const columns = "id, pool_id, space, ip, ip_key, status, request_key, request, note, device_id, created_at, expires_at, doc";
    const breaking: Readonly<Record<string, string>> = {
      pool_overlap: "update pool set end_key = '40a00001e' where name = 'first'",
      relationship_container:
        `insert into relationship (parent_id, child_id, type, created_at, doc) values ('${b}', '${c}', ` + `'contains', '', '{}')`,
      relationship_ends:
        `insert into relationship (parent_id, child_id, type, created_at, doc) values ('${b}', '${b}', 'connected_to', ` + `'', '{}')`,
      allocation_once: `insert into allocation (${columns}) select 'x', ${columns.slice(4)} from allocation`,
    };
    for (const { name } of RULE_CONSTRAINTS) {
      await expect(run(breaking[name] ?? "select 1"), name).rejects.toMatchObject({ code: "CONFLICT", kind: "conflict" });
    }
    // Turned around, a range is empty and overlaps nothing.
    await expect(run("update pool set end_key = '40a000001' where name = 'first'")).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await found()).toEqual([]);
  });

  it("finds pools that overlap or lie outside, opens all the same and says so, and holds the rule when they are mended", async () => {
    const { network } = await networkWithPool();
    await dropRules();
    const second = await inventory.pools.create(network, { name: "second", start_ip: "10.0.0.30", end_ip: "10.0.0.40" });
    await run(
      "update pool set start_ip = '10.0.0.15', start_key = '40a00000f', first_free = '40a00000f', doc = replace(doc, '10.0.0.30', " +
        "'10.0.0.15') where name = 'second'",
    );
    expect(await found()).toEqual([expect.stringMatching(/^pool-rules start_ip: after 10\.0\.0\.20, where the pool .* ends$/)]);
    expect((await inventory.rebuild()).count).toBe(0);
    await inventory.close();
    inventory = await createInventory({ storage: place.storage(), clock, logger });
    expect(warnings).toEqual([expect.stringMatching(/pools of a network must not overlap.*second \(10\.0\.0\.15-10\.0\.0\.40\)/)]);
    await inventory.pools.update(second.id, { start_ip: "10.0.0.30" });
    await inventory.close();
    inventory = await createInventory({ storage: place.storage(), clock, logger });
    expect(warnings.length).toBe(1);
    await expect(run("update pool set end_key = '40a00001e' where name = 'first'")).rejects.toMatchObject({ code: "CONFLICT" });
    await run(
      "update network set subnet = '10.0.0.0/27', doc = replace(doc, '0/24', '0/27'), last_key = '40a00001f', prefix_length = 27, " +
        "cidr_key = '40a000000/027'",
    );
    expect((await found()).filter((one) => one.startsWith("pool-rules"))).toEqual(["pool-rules start_ip: inside 10.0.0.0/27"]);
  });

  it("finds cycles and second containers", async () => {
    const devices = await Promise.all(["a", "b", "c"].map(async (name) => await inventory.devices.create({ name })));
    const [a = "", b = "", c = ""] = devices.map(({ id }) => id);
    await inventory.relationships.create(a, { child_id: b, type: "depends_on" });
    await inventory.relationships.create(b, { child_id: c, type: "depends_on" });
    await inventory.relationships.create(a, { child_id: c, type: "contains" });
    expect(await found()).toEqual([]);
    await dropRules();
    const doc = (parent: string, child: string, type: string): string =>
      `'{"parent_id":"${parent}","child_id":"${child}","type":"${type}","created_at":"x"}'`;
    const insert = (parent: string, child: string, type: string): string =>
      `insert into relationship (parent_id, child_id, type, created_at, doc) values ('${parent}', '${child}', '${type}', 'x', ` +
      `${doc(parent, child, type)})`;
    await run(insert(c, a, "depends_on"), insert(b, c, "contains"));
    expect((await found()).toSorted()).toEqual([
      "relationship-rules child_id: no cycle",
      "relationship-rules child_id: no cycle",
      "relationship-rules child_id: no cycle",
      "relationship-rules parent_id: one",
    ]);
  });

  it("finds allocations that a pool gave twice, and those outside their pool", async () => {
    const { pool } = await networkWithPool();
    await inventory.pools.allocate(pool, {});
    await dropRules();
    const columns = "pool_id, space, ip, ip_key, status, request_key, request, note, device_id, created_at, expires_at";
    await run(
      `insert into allocation (id, ${columns}, doc) select 'ffffffff-twin', ${columns}, replace(doc, id, 'ffffffff-twin') from allocation`,
    );
    expect((await found()).filter((one) => one.startsWith("allocation-rules"))).toEqual([
      expect.stringMatching(/^allocation-rules ip: another address than that of the allocation/),
    ]);
    await run(
      "delete from allocation where id = 'ffffffff-twin'",
      "update allocation set ip = '10.0.0.50', ip_key = '40a000032', doc = replace(doc, '10.0.0.10', '10.0.0.50')",
    );
    expect((await found()).filter((one) => one.startsWith("allocation-rules"))).toEqual([
      "allocation-rules ip: inside 10.0.0.10-10.0.0.20",
    ]);
  });

  it("finds addresses outside their network or pool, and unlinked ones that a network should have taken", async () => {
    const { network, pool } = await networkWithPool();
    await inventory.devices.create({ name: "linked", addresses: [{ ip: "10.0.0.12" }] });
    await run(
      "update address set ip = '10.0.0.25', ip_key = '40a000019'",
      "update device set doc = replace(doc, '10.0.0.12', '10.0.0.25')",
    );
    expect((await found()).filter((one) => one.startsWith("address-rules"))).toEqual([
      "address-rules pool_id: a pool that contains 10.0.0.25, which 10.0.0.10-10.0.0.20 does not",
    ]);
    await run("update address set ip = '10.9.0.1', ip_key = '40a090001'");
    expect((await found()).filter((one) => one.startsWith("address-rules")).length).toBe(2);
    await run("delete from address");
    await inventory.rebuild();
    // A deleted network leaves its addresses to the next larger one.
    const inner = await inventory.networks.create({ name: "inner", subnet: "10.0.0.128/25" });
    await clock.advance(61_000);
    await inventory.devices.create({ name: "left", addresses: [{ ip: "10.0.0.130" }] });
    await clock.advance(61_000);
    await inventory.networks.delete(inner.id);
    expect((await inventory.devices.list()).find(({ name }) => name === "left")?.addresses[0]?.network_id).toBe(network);
    expect(await found()).toEqual([]);
    // Nor is it when one change makes the device and takes the network away.
    const other = await inventory.networks.create({ name: "other", subnet: "10.0.0.128/25" });
    await clock.advance(61_000);
    const plan = await inventory.plans.create({
      title: "makes and lets go",
      steps: [
        { operation: "devices.create", body: { name: "left at once", addresses: [{ ip: "10.0.0.131" }] } },
        { operation: "networks.delete", params: { id: other.id } },
      ],
    });
    await inventory.plans.apply(plan.id);
    expect(await found()).toEqual([]);
    await clock.advance(61_000);
    const device = await inventory.devices.create({ name: "raced", addresses: [{ ip: "10.0.0.13" }] });
    await run(
      `update address set network_id = null, pool_id = null where device_id = '${device.id}'`,
      `update device set doc = replace(replace(doc, '"${pool}"', 'null'), '"network_id":"', '"network_id":null,"x":"') where id = ` +
        `'${device.id}'`,
    );
    await inventory.rebuild();
    expect(await found()).toEqual([expect.stringMatching(/^address-rules network_id: the network .*, which contains 10\.0\.0\.13$/)]);
  });
});
