import { createInventory, silentLogger, type StorageMigration, STORAGE } from "@cadastre/inventory-core";
import { coreModel } from "@cadastre/inventory-core/upkeep";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it, vi } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

const NEW = ["core/0011-request-keys", "core/0013-two-holders", "core/0048-said-under-keys"];
const before = (migrations: readonly StorageMigration[]): StorageMigration[] => migrations.filter(({ name }) => !NEW.includes(name));

describe.each(DATABASES)("a database of before request keys were kept, on %s", (_, openPlace) => {
  it("opens with its keys, conflicts and IPv6 pools as they are to be now", async () => {
    await using place = await openPlace();
    const old = {
      ...coreModel,
      migrations: { sqlite: before(coreModel.migrations.sqlite), postgresql: before(coreModel.migrations.postgresql) },
    };
    const storage = await place.storage().open({ models: [old], clock: new FakeClock(), logger: silentLogger });
    const at = "2026-01-01T00:00:00.000Z";
    const subnets = [
      ["n64", "2001:db8:0:1::/64", "620010db800000001", 64],
      ["n126", "2001:db8:0:2::8/126", "620010db8000000020000000000000008", 126],
      ["n127", "2001:db8:0:3::/127", "620010db800000003", 127],
    ] as const;
    await storage.write(async (transaction) => {
      for (const [id, subnet, start, length] of subnets) {
        const first = start.padEnd(33, "0");
        const last = length === 64 ? `${start}ffffffffffffffff` : `${first.slice(0, -1)}${length === 126 ? "b" : "1"}`;
        const network = { id, name: id, subnet, vlan_id: null, datacenter_id: null, description: "", created_at: at, updated_at: at };
        await transaction.insert(
          "network",
          [
            "id",
            "space",
            "name",
            "name_key",
            "subnet",
            "first_key",
            "last_key",
            "prefix_length",
            "cidr_key",
            "description",
            "used_count",
            "created_at",
            "updated_at",
            "doc",
          ],
          [
            [
              id,
              0,
              id,
              id,
              subnet,
              first,
              last,
              length,
              `${first}/${String(length).padStart(3, "0")}`,
              "",
              0,
              at,
              at,
              JSON.stringify(network),
            ],
          ],
        );
        const ip = subnet.slice(0, subnet.indexOf("/"));
        const pool = {
          id: `p${id}`,
          network_id: id,
          name: id,
          start_ip: ip,
          end_ip: ip,
          description: "",
          tags: [],
          created_at: at,
          updated_at: at,
        };
        await transaction.insert(
          "pool",
          [
            "id",
            "network_id",
            "name",
            "start_ip",
            "end_ip",
            "start_key",
            "end_key",
            "first_free",
            "last_free",
            "description",
            "tags",
            "used_count",
            "held_count",
            "created_at",
            "updated_at",
            "doc",
          ],
          [[pool.id, id, id, ip, ip, first, first, first, first, "", "[]", 0, 0, at, at, JSON.stringify(pool)]],
        );
      }
      // The whole of the /64, from which the anycast address was handed out once.
      const wide = {
        id: "pn64",
        network_id: "n64",
        name: "n64",
        start_ip: "2001:db8:0:1::",
        end_ip: "2001:db8:0:1::f",
        description: "",
        tags: [],
        created_at: at,
        updated_at: at,
      };
      const [lo, hi] = ["620010db8000000010000000000000000", "620010db800000001000000000000000f"];
      await transaction.run("update pool set end_ip = ?, end_key = ?, last_free = ?, held_count = 2, doc = ? where id = 'pn64'", [
        wide.end_ip,
        hi,
        hi,
        JSON.stringify(wide),
      ]);
      for (const [index, ip] of ["2001:db8:0:1::", "2001:db8:0:1::1"].entries()) {
        const allocation = {
          id: `a${index}`,
          pool_id: "pn64",
          ip,
          status: "held",
          key: "k",
          note: "",
          device_id: null,
          created_at: at,
          expires_at: null,
        };
        await transaction.insert(
          "allocation",
          ["id", "pool_id", "space", "ip", "ip_key", "status", "request_key", "request", "note", "created_at", "doc"],
          [
            [
              allocation.id,
              "pn64",
              0,
              ip,
              `${lo.slice(0, -1)}${index}`,
              "held",
              "k",
              JSON.stringify([2, null, ""]),
              "",
              at,
              JSON.stringify(allocation),
            ],
          ],
        );
      }
      await transaction.insert("taken_run", ["space", "lo", "hi", "nx"], [[0, lo, `${lo.slice(0, -1)}1`, `${lo.slice(0, -1)}2`]]);
      const conflict = {
        id: "c",
        type: "overlapping_subnet",
        status: "resolved",
        description: "d",
        ip_address: "",
        device_ids: [],
        device_names: [],
        network_ids: [],
        network_names: [],
        subnets: [],
        detected_at: at,
        resolved_at: at,
        resolved_by: "x",
        notes: "n",
      };
      await transaction.insert(
        "conflict",
        ["id", "type", "status", "space", "subject", "detected_at", "doc"],
        [["c", conflict.type, conflict.status, 0, "s", at, JSON.stringify(conflict)]],
      );
    });
    await storage.close();

    await using inventory = await createInventory({ storage: place.storage() });
    // What is searched is filled in beside other work after the start.
    await vi.waitFor(async () => expect((await inventory.verify()).differences).toEqual([]));
    expect(await inventory.conflicts.get("c")).toMatchObject({ notes: "n", allocation_ids: [] });
    const free = await inventory.host.get(STORAGE).read.all("select id, first_free, last_free from pool order by id");
    expect(free).toEqual([
      { id: "pn126", first_free: null, last_free: null },
      { id: "pn127", first_free: "620010db8000000030000000000000000", last_free: "620010db8000000030000000000000000" },
      { id: "pn64", first_free: "620010db8000000010000000000000001", last_free: "620010db800000001000000000000000f" },
    ]);
    expect((await inventory.pools.allocate("pn64", { count: 2, key: "k" })).allocations.map(({ id }) => id)).toEqual(["a0", "a1"]);
    await inventory.allocations.release("a0");
    await expect(inventory.pools.allocate("pn64", { count: 2, key: "k" })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { released: ["2001:db8:0:1::"] },
    });
    expect((await inventory.pools.allocate("pn64", {})).allocations.map(({ ip }) => ip)).toEqual(["2001:db8:0:1::2"]);
  });
});
