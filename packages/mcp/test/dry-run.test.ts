import { STORAGE } from "@cadastre/inventory-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { failureOf, type McpLab, startMcp, type Structured } from "./support/mcp-lab.ts";
import { STORAGES } from "../../../testing/storages.ts";

const TABLES = [
  "datacenter",
  "network",
  "pool",
  "device",
  "address",
  "relationship",
  "allocation",
  "taken_run",
  "free_block",
  "conflict",
  "scan",
  "discovery_rule",
  "event",
  "audit",
];

describe.for(STORAGES)("%s", (storage) => {
  let lab: McpLab;
  let datacenter: Structured;
  let network: Structured;
  let pool: Structured;
  let device: Structured;
  beforeAll(async () => void (lab = await startMcp(storage)));
  afterAll(async () => await lab.close());
  beforeEach(async () => {
    datacenter = (await lab.call("admin", "datacenter_create", { name: "dc" })).record;
    network = (await lab.call("admin", "network_create", { name: "lan", subnet: "10.1.0.0/24", datacenter_id: datacenter.id })).record;
    pool = (await lab.call("admin", "pool_create", { id: network.id, name: "p", start_ip: "10.1.0.10", end_ip: "10.1.0.99" })).record;
    await lab.call("admin", "pool_allocate", { id: pool.id, count: 3 });
    device = (await lab.call("admin", "device_create", { name: "web", datacenter_id: datacenter.id, addresses: [{ ip: "10.1.0.50" }] }))
      .record;
  });

  /** Every row, as text. The seal of audit rows comes by itself and is left out. */
  const everything = async (): Promise<string> => {
    const { read } = lab.inventory.host.get(STORAGE);
    const rows = [];
    for (const table of TABLES) {
      const found = await read.all<Record<string, unknown>>(`select * from ${table}`);
      rows.push([
        table,
        found
          .map(({ seal_number: _, seal_key: __, seal_row: ___, seal: ____, ...row }) =>
            JSON.stringify(row, (_____, value) => (typeof value === "bigint" ? String(value) : value)),
          )
          .toSorted(),
      ]);
    }
    return JSON.stringify(rows);
  };

  /** Does a dry run, and expects that nothing at all has changed and nobody heard anything. */
  const dryRun = async (tool: string, args: Record<string, unknown>): Promise<Structured> => {
    const [before, heard] = [await everything(), lab.heard.length];
    const { would, ...rest } = await lab.call("admin", tool, { ...args, dry_run: true });
    expect(rest).toEqual({});
    expect(await everything()).toBe(before);
    expect(lab.heard.length).toBe(heard);
    return would;
  };

  test("undoing one record: the plan, which is not stored", async () => {
    await lab.call("admin", "device_update", { id: device.id, location: "r4" });
    const [{ change_id: change }] = (await lab.call("admin", "device_history", { id: device.id })).items;
    const undo = { change_id: change, record: { type: "device", id: device.id } };
    const [before, heard] = [await everything(), lab.heard.length];
    const { record } = await lab.call("admin", "change_undo", { ...undo, dry_run: true });
    expect(record.effects.records).toMatchObject([{ id: device.id, before: { location: "r4" }, after: { location: "" } }]);
    expect([await everything(), lab.heard.length]).toEqual([before, heard]);
    expect(await failureOf(lab.call("admin", "plan_get", { id: record.id }))).toMatchObject({ code: "NOT_FOUND" });
    const { record: made } = await lab.call("admin", "change_undo", undo);
    expect((await lab.call("admin", "plan_get", { id: made.id })).record.title).toBe("Undo the change of the device web");
  });

  test("deleting: the record as it is, and what goes with it", async () => {
    const would = await dryRun("network_delete", { id: network.id });
    expect(would.changes).toContainEqual({ action: "delete", resource: "network", id: network.id, before: network });
    expect(would.changes.filter(({ resource }: Structured) => resource === "allocation")).toHaveLength(3);
    expect(would.events).toContainEqual({ event: "network.deleted", record_id: network.id });
    expect(would.rows).toContainEqual({ table: "pool", action: "delete", rows: 1 });
    expect(would.rows).toContainEqual({ table: "allocation", action: "delete", rows: 3 });
    expect(await lab.call("admin", "network_delete", { id: network.id, dry_run: false })).toEqual({ done: true });
  });

  test("a device, a relationship, a datacenter, an allocation, a rule", async () => {
    const { record: other } = await lab.call("admin", "device_create", { name: "other" });
    await lab.call("admin", "relationship_create", { id: device.id, child_id: other.id, type: "contains" });
    const gone = await dryRun("device_delete", { id: device.id });
    expect(gone.changes).toMatchObject([{ action: "delete", resource: "device", before: { name: "web" } }]);
    expect(gone.rows).toContainEqual({ table: "relationship", action: "delete", rows: 1 });
    expect(gone.rows).toContainEqual({ table: "address", action: "delete", rows: 1 });
    expect((await dryRun("relationship_delete", { id: device.id, child_id: other.id, type: "contains" })).rows).toMatchObject([
      { rows: 1 },
    ]);
    expect((await dryRun("datacenter_delete", { id: datacenter.id })).changes).toMatchObject([{ resource: "datacenter" }]);
    const { items: allocations } = await lab.call("admin", "pool_allocations", { id: pool.id });
    expect((await dryRun("allocation_release", { id: allocations[0].id })).changes).toMatchObject([
      { resource: "allocation", before: allocations[0] },
    ]);
    const { record: rule } = await lab.call("admin", "discovery_rule_create", {
      network_id: network.id,
      enabled: false,
      scan_type: "quick",
      interval_hours: 5,
    });
    expect((await dryRun("discovery_rule_update", { id: rule.id, interval_hours: 6 })).changes).toMatchObject([
      { before: { interval_hours: 5 }, after: { interval_hours: 6 } },
    ]);
  });

  test("changing: the record before and after; nothing when it stays as it is", async () => {
    const would = await dryRun("device_update", { id: device.id, name: "renamed", addresses: [] });
    expect(would.changes).toMatchObject([
      { action: "update", resource: "device", before: { name: "web" }, after: { name: "renamed", addresses: [] } },
    ]);
    expect(would.events).toContainEqual({ event: "device.updated", record_id: device.id });
    expect(await dryRun("device_update", { id: device.id, name: "web" })).toEqual({ changes: [], events: [], rows: [] });
  });

  test("settling a conflict", async () => {
    const { record: twin } = await lab.call("admin", "device_create", {
      name: "twin",
      datacenter_id: datacenter.id,
      addresses: [{ ip: "10.1.0.50" }],
    });
    const { items } = await lab.call("admin", "conflict_list", { status: "active", type: "duplicate_ip" });
    const conflict = items.find(({ device_ids: ids }: Structured) => ids.includes(twin.id));
    const would = await dryRun("conflict_resolve", { id: conflict.id, keep_device_id: device.id });
    expect(would.changes.map(({ resource }: Structured) => resource)).toContain("conflict");
    expect(would.events).toContainEqual({ event: "conflict.resolved", record_id: conflict.id });
  });

  test("what would fail fails the same way", async () => {
    const cases: [string, Record<string, unknown>][] = [
      ["device_delete", { id: "01900000-0000-7000-8000-000000000000" }],
      ["device_update", { id: device.id, datacenter_id: "01900000-0000-7000-8000-000000000000" }],
      ["network_update", { id: network.id, subnet: "10.9.0.0/24" }],
      ["pool_update", { id: pool.id, start_ip: "10.2.0.1" }],
      ["discovery_scan_cancel", { id: "01900000-0000-7000-8000-000000000000" }],
      ["discovery_device_delete_of_network", {}],
    ];
    for (const [tool, args] of cases) {
      const heard = lab.heard.length;
      const dryRun = await failureOf(lab.call("admin", tool, { ...args, dry_run: true }));
      const real = await failureOf(lab.call("admin", tool, args));
      expect([tool, dryRun.code, dryRun.message, dryRun.details]).toEqual([tool, real.code, real.message, real.details]);
      expect(lab.heard.length).toBe(heard);
    }
    expect(await failureOf(lab.call("viewer", "device_delete", { id: device.id, dry_run: true }))).toMatchObject({ code: "FORBIDDEN" });
  });

  test("dry runs beside changes take nothing of them along", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `beside-${index}`);
    await Promise.all(
      names.flatMap((name) => [
        lab.call("operator", "device_create", { name }),
        lab.call("admin", "device_delete", { id: device.id, dry_run: true }),
        lab.call("admin", "network_delete", { id: network.id, dry_run: true }),
      ]),
    );
    for (const q of names) expect((await lab.call("viewer", "device_search", { q })).items[0].name).toBe(q);
    expect((await lab.call("viewer", "device_get", { id: device.id })).record).toEqual(device);
    expect(await lab.inventory.verify()).toMatchObject({ differences: [] });
  });
});
