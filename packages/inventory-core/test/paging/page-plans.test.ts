import { createInventory, type OpenStorage, type Queries, STORAGE } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { AUDIT_PAGES } from "../../src/audit/audit-pages.ts";
import { auditCount, AuditSearch } from "../../src/audit/audit-search.ts";
import type { OrderValue, PagedList } from "../../src/contract/operations/paging.ts";
import { deviceTable } from "../../src/devices/device.entity.ts";
import { DEVICE_PAGES } from "../../src/devices/lists/device-pages.ts";
import { deviceCondition, deviceFilter } from "../../src/devices/lists/device-queries.ts";
import { DISCOVERED_PAGES } from "../../src/discovery/found/discovered-pages.ts";
import { networkFilter } from "../../src/networks/network-filter.ts";
import { networkTable } from "../../src/networks/network.entity.ts";
import { NETWORK_PAGES, ROOT_PAGES } from "../../src/networks/network-pages.ts";
import { addValues } from "../../src/fields/own-filter.ts";
import { discoveredDeviceTable } from "../../src/reconciliation/discovered-device.entity.ts";
import { partsOf, placesStatement } from "../../src/storage/paging/read-page.ts";
import { oneByOne } from "../../src/storage/searching/met-soon.ts";
import type { RecordCondition } from "../../src/storage/searching/walked-records.ts";
import { Where } from "../../src/storage/where.ts";
import { analyze, planOf } from "../../../../testing/plans.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const ROWS = 20_000;

/** Makes many rows of one table, with values of their own in some columns. */
async function fill(storage: OpenStorage, table: string, columns: readonly string[], own: Readonly<Record<string, string>>): Promise<void> {
  const used = columns.filter((column) => column !== "seq");
  await storage.write(async (transaction) => {
    await transaction.run(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})
       insert into ${table} (${used.join(", ")}) select ${used.map((column) => own[column] ?? "''").join(", ")} from n`,
    );
  });
  await analyze(storage, table);
}

const TIME = "'2026-01-02T03:04:05.' || (100 + i % 900) || 'Z'";

async function fillAll(storage: OpenStorage, networkId: string): Promise<void> {
  const key = "'4' || (10000000 + i)";
  await fill(storage, "device", deviceTable.columns, {
    id: "'d' || i",
    name: "'n' || (i % 5000)",
    datacenter_id: "null",
    status: "case when i % 4 = 0 then 'planned' else 'active' end",
    created_at: TIME,
    updated_at: TIME,
    doc: "'{}'",
  });
  await fill(storage, "network", networkTable.columns, {
    id: "'w' || i",
    space: "0",
    name: "'n' || i",
    first_key: key,
    last_key: key,
    prefix_length: "32",
    vlan_id: "case when i % 2 = 0 then null else 1 + i % 4000 end",
    datacenter_id: "null",
    space_id: "null",
    parent_id: `case when i % 4 = 0 then null else '${networkId}' end`,
    child_count: "0",
    status: "case when i % 4 = 0 then 'reserved' else 'active' end",
    tags: "'[]'",
    used_count: "0",
    blocks_kept: "0",
    created_at: TIME,
    updated_at: TIME,
    doc: "'{}'",
  });
  await fill(storage, "discovered_device", discoveredDeviceTable.columns, {
    id: "'s' || i",
    network_id: `'${networkId}'`,
    ip_key: key,
    status: "'up'",
    last_seen: TIME,
    state: "case when i % 4 = 0 then 'unknown' else 'known' end",
    promoted_to_device_id: "null",
    device_id: "null",
    ignored_at: "null",
    doc: "'{}'",
  });
}

/** How the database reads a page: lines of its plan. */
async function planOfPage(
  storage: OpenStorage,
  [table, list, sort]: readonly [string, PagedList, string],
  after: readonly OrderValue[] | undefined,
  condition: RecordCondition = { sql: "", params: [] },
): Promise<string> {
  const descending = sort.startsWith("-");
  const columns =
    sort === "" && typeof list.defaultOrder !== "string" ? list.defaultOrder.columns : (list.sortable[sort.replace("-", "")] ?? []);
  const plans: string[] = [];
  for (const part of partsOf({ columns, descending }, after)) {
    const { sql, params } = placesStatement(table, { columns, descending }, [part, condition], 100);
    plans.push(await planOf(storage, sql, params));
  }
  return plans.join("\n");
}

/** What sorts a table in memory, or goes through it without an index. */
const BAD = /SCAN t(?! USING)|Seq Scan|TEMP B-TREE|(?<!Incremental )Sort\b(?! Key)/;

describe.each(DATABASES)("pages of lists on %s", (dialect, openPlace) => {
  it("are ranges of an index in each order, with and without the filters that share it", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { id } = await inventory.networks.create({ name: "lan", subnet: "10.0.0.0/8" });
    const storage = inventory.host.get(STORAGE);
    await fillAll(storage, id);
    const key = "410001000";
    const time = "2026-01-02T03:04:05.500Z";
    const roots: RecordCondition = { sql: "t.parent_id is null", params: [] };
    const equal = (column: string, value: string | number): RecordCondition => ({ sql: `t.${column} = ?`, params: [value] });
    const pages: readonly (readonly [string, PagedList, string, readonly OrderValue[], string, RecordCondition?])[] = [
      ["device", DEVICE_PAGES, "name", ["n2", "d2"], "device_name"],
      ["device", DEVICE_PAGES, "created_at", [time, "d2"], "device_created"],
      ["device", DEVICE_PAGES, "updated_at", [time, "d2"], "device_updated"],
      ["device", DEVICE_PAGES, "name", ["n2", "d2"], "device_status", equal("status", "planned")],
      ["network", NETWORK_PAGES, "name", ["n2", "w2"], "network_name"],
      ["network", NETWORK_PAGES, "subnet", [key, 32, "w2"], "network_address"],
      ["network", NETWORK_PAGES, "vlan_id", [null, "w2"], "network_vlan_id"],
      ["network", NETWORK_PAGES, "vlan_id", [2000, "w2"], "network_vlan_id"],
      ["network", NETWORK_PAGES, "updated_at", [time, "w2"], "network_updated"],
      ["network", NETWORK_PAGES, "name", ["n2", "w2"], "network_root_name", roots],
      ["network", NETWORK_PAGES, "subnet", [key, 32, "w2"], "network_root_address", roots],
      ["network", NETWORK_PAGES, "name", ["n2", "w2"], "network_status", equal("status", "reserved")],
      ["network", ROOT_PAGES, "subnet", [key, 32, "w2"], "network_root", roots],
      ["discovered_device", DISCOVERED_PAGES, "", [id, key], "discovered_device_address"],
      ["discovered_device", DISCOVERED_PAGES, "ip", [key, "s2"], "discovered_device_key"],
      ["discovered_device", DISCOVERED_PAGES, "last_seen", [time, "s2"], "discovered_device_seen"],
      ["discovered_device", DISCOVERED_PAGES, "", [id, key], "discovered_device_", equal("network_id", id)],
      ["discovered_device", DISCOVERED_PAGES, "", [id, key], "discovered_device_", equal("state", "unknown")],
    ];
    for (const [table, list, sort, after, index, condition] of pages) {
      for (const direction of sort === "" ? [""] : ["", "-"]) {
        for (const from of [undefined, after]) {
          const plan = await planOfPage(storage, [table, list, direction + sort], from, condition);
          expect(plan, `${table} by ${direction}${sort}`).toContain(index);
          expect(plan, `${table} by ${direction}${sort}`).not.toMatch(BAD);
        }
      }
    }
  });

  it("of many records walk the index of the order, and counts of a filter use its index", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { id } = await inventory.networks.create({ name: "lan", subnet: "10.0.0.0/8" });
    const storage = inventory.host.get(STORAGE);
    await fillAll(storage, id);
    const filter = { status: "planned", network_id: id, tags: ["a"], field: undefined } as const;
    const devices = oneByOne(deviceCondition({ ...filter, tags: [...filter.tags] }));
    const networks = new Where();
    await networkFilter(storage.read, { field: undefined, tags: ["a"], status: "active", within: "10.0.0.0/8" }, networks);
    const walks = [
      [await planOfPage(storage, ["device", DEVICE_PAGES, "-updated_at"], undefined, devices), "device_updated"],
      [await planOfPage(storage, ["device", DEVICE_PAGES, "name"], ["n2", "d2"], devices), "device_name"],
      [
        await planOfPage(
          storage,
          ["network", NETWORK_PAGES, "subnet"],
          undefined,
          oneByOne({ sql: networks.condition, params: networks.params }),
        ),
        "network_address",
      ],
    ] as const;
    for (const [plan, index] of walks) {
      expect(plan).toContain(index);
      expect(plan).not.toMatch(/TEMP B-TREE|(?<!Incremental )Sort\b(?! Key)/);
    }
    const counts = [
      ["select count(*) as count from device t where t.datacenter_id = ?", ["x"]],
      ["select count(*) as count from network t where t.parent_id is null", []],
      ["select count(*) as count from discovered_device t where t.state = ?", ["ignored"]],
      [auditCount({ username: "ada" }).sql, ["ada", "ada"]],
    ] as const;
    for (const [sql, params] of counts) expect(await planOf(storage, sql, params), sql).toMatch(/USING (COVERING )?INDEX|Index/);
  });

  it("of the audit log by time are ranges of its index in both directions", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const storage = inventory.host.get(STORAGE);
    await fill(storage, "audit", ["id", "timestamp", "action", "resource", "username", "source", "status", "error", "changes"], {
      id: "'a' || i",
      timestamp: TIME,
    });
    const plans: string[] = [];
    const all: Queries["all"] = async (sql, params) => {
      plans.push(await planOf(storage, sql, params));
      return await storage.read.all(sql, params);
    };
    const read: Queries = { all, get: storage.read.get.bind(storage.read) };
    for (const descending of [false, true]) {
      for (const after of [undefined, { timestamp: "2026-01-02T03:04:05.500Z", seq: 7 }]) {
        const pages = new AuditSearch({ ...storage, dialect, read }, {}, undefined, ["seq", "timestamp"]).sorted(descending, after);
        expect((await pages.next()).value).toHaveLength(500);
      }
    }
    expect(plans).toHaveLength(4);
    for (const plan of plans) {
      expect(plan).toContain("audit_time");
      expect(plan).not.toMatch(/SCAN audit(?! USING)|Seq Scan|TEMP B-TREE|(?<!Incremental )Sort\b(?! Key)/);
    }
  });

  it("have an order for each sortable field that the documentation names", () => {
    const fields = [DEVICE_PAGES, NETWORK_PAGES, ROOT_PAGES, DISCOVERED_PAGES, AUDIT_PAGES].map(({ sortable }) => Object.keys(sortable));
    expect(fields).toEqual([
      ["name", "created_at", "updated_at"],
      ["name", "subnet", "vlan_id", "updated_at"],
      ["subnet", "name"],
      ["ip", "last_seen"],
      ["timestamp"],
    ]);
  });

  it("look for no pair of a name and an id from two lists, whatever devices are filtered by", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const storage = inventory.host.get(STORAGE);
    const own = [{ table: "field_value", fieldId: "f", key: "k" }] as const;
    const filters = {
      tags: ["one", "two"],
      network_id: "w",
      pool_id: "p",
      mac: "02:00:00:00:00:01",
      status: "active",
      datacenter_id: "c",
    } as const;
    const names = Object.keys(filters) as (keyof typeof filters)[];
    const pairs: string[] = [];
    for (let chosen = 1; chosen < 1 << names.length; chosen += 1) {
      const given = names.filter((_, at) => (chosen & (1 << at)) !== 0);
      const where = deviceFilter(Object.fromEntries(given.map((name) => [name, filters[name]])), new Where());
      addValues(own, where);
      if (/\bname=\? AND id=\?/.test(await planOf(storage, `select count(*) as count from device t${where.sql}`, where.params)))
        pairs.push(given.join());
    }
    expect(pairs).toEqual([]);
  });
});
