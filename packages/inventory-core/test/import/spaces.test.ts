import { createInventory, type Inventory } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { actionsOf, importRows, planOf, problemsOf, rowsOf } from "./import-scene.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

// docs/spec/import.md#natural-keys, docs/spec/spaces.md

describe.each(DATABASES)("rows of spaces and what is in them on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  beforeEach(async () => {
    place = await openPlace();
    inventory = await createInventory({ storage: place.storage() });
  });
  afterEach(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  const RED = { type: "space", ref: "red", set: { name: "red", rd: "65000:1" } } as const;
  const lan = (more: object) => ({ type: "network", set: { name: "lan", subnet: "10.0.0.0/24", ...more } }) as const;

  it("make spaces, datacenters and networks in them, and find them again", async () => {
    const rows = rowsOf(
      RED,
      { type: "space", set: { name: "blue" } },
      { type: "datacenter", set: { name: "fra", space: { ref: "red" } } },
      lan({ datacenter: { name: "fra" } }),
      lan({ space: { name: "blue" } }),
      lan({}),
      { type: "pool", set: { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.0.9", network: { name: "lan", space: { name: "blue" } } } },
      { type: "device", set: { name: "web", datacenter: { name: "fra" }, addresses: [{ ip: "10.0.0.5" }] } },
    );
    expect(await importRows(inventory, rows)).toMatchObject({ created: 8, failed: 0 });
    const [red, blue] = await Promise.all(["red", "blue"].map(async (name) => (await inventory.spaces.list({ name }))[0]?.id ?? ""));
    expect(await inventory.networks.list({ space_id: red })).toMatchObject([{ space_id: null }]);
    const [own] = await inventory.networks.list({ space_id: blue });
    expect(await inventory.pools.list(own?.id ?? "")).toHaveLength(1);
    expect((await inventory.devices.list({ space_id: red })).map(({ name }) => name)).toEqual(["web"]);
    expect(new Set(actionsOf(await planOf(inventory, rows)))).toEqual(new Set(["unchanged"]));
    expect(await inventory.conflicts.list()).toEqual([]);
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("see the networks of a datacenter where an earlier row puts it", async () => {
    await importRows(inventory, rowsOf(RED, { type: "datacenter", set: { name: "fra" } }, lan({ datacenter: { name: "fra" } })));
    const rows = rowsOf(
      { type: "datacenter", set: { name: "fra", space: { name: "red" } } },
      lan({ datacenter: { name: "fra" }, description: "of the plan" }),
      {
        type: "pool",
        set: { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.0.9", network: { subnet: "10.0.0.0/24", space: { name: "red" } } },
      },
    );
    const plan = await planOf(inventory, rows);
    expect([actionsOf(plan), problemsOf(plan)]).toEqual([["update", "update", "create"], []]);
    expect(await inventory.import.apply(plan, { mode: "whole" })).toMatchObject({ created: 1, updated: 2 });
    expect(await inventory.networks.list()).toMatchObject([{ description: "of the plan" }]);
    // And back: a row that says so takes it out of the space.
    const back = rowsOf(
      { type: "datacenter", set: { name: "fra", space: null } },
      lan({ datacenter: { name: "fra" }, space: { name: "red" } }),
    );
    expect(actionsOf(await planOf(inventory, back))).toEqual(["update", "create"]);
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("mean the network of a subnet in its space, and of several that of their datacenter", async () => {
    const { id: red } = await inventory.spaces.create({ name: "red" });
    const [fra, ams] = [
      await inventory.datacenters.create({ name: "fra", space_id: red }),
      await inventory.datacenters.create({ name: "ams", space_id: red }),
    ];
    const one = await inventory.networks.create({ name: "lan", subnet: "10.0.0.0/24", datacenter_id: fra.id });
    const moved = await planOf(inventory, rowsOf(lan({ datacenter: { name: "ams" } })));
    expect(moved.find(({ kind }) => kind === "step")).toMatchObject({
      action: "update",
      id: one.id,
      changes: [{ field: "datacenter_id" }],
    });
    const other = await inventory.networks.create({ name: "lan", subnet: "10.0.0.0/24", datacenter_id: ams.id });
    const own = await planOf(inventory, rowsOf(lan({ datacenter: { name: "ams" } })));
    expect(own.find(({ kind }) => kind === "step")).toMatchObject({ action: "unchanged", id: other.id });
    expect(actionsOf(await planOf(inventory, rowsOf(lan({ space: { name: "red" } }))))).toEqual(["conflict"]);
  });

  it("find devices by their addresses in the space of the datacenter that they name", async () => {
    const { id: red } = await inventory.spaces.create({ name: "red" });
    for (const name of ["fra", "ams"]) await inventory.datacenters.create({ name, space_id: red });
    const [fra] = await inventory.datacenters.list({ name: "fra" });
    await inventory.datacenters.create({ name: "own" });
    const held = await inventory.devices.create({ name: "held", datacenter_id: fra?.id ?? "", addresses: [{ ip: "10.0.0.5" }] });
    const seen = (datacenter: string) =>
      ({
        type: "device",
        match: "address",
        set: { name: `at ${datacenter}`, datacenter: { name: datacenter }, addresses: [{ ip: "10.0.0.5" }] },
      }) as const;
    const plan = await planOf(inventory, rowsOf(seen("ams"), seen("own")));
    expect(plan.flatMap((line) => (line.kind === "step" ? [[line.action, line.id === held.id]] : []))).toEqual([
      ["update", true],
      ["create", false],
    ]);
    expect(problemsOf(await planOf(inventory, rowsOf(seen("ams"), seen("fra")))).join()).toContain("make one row of the two");
  });

  it("are refused where they name no space, or have what no space takes", async () => {
    const plan = await planOf(
      inventory,
      rowsOf(
        { type: "space", set: { name: "red", rd: "x".repeat(65) } },
        { type: "datacenter", set: { name: "fra", space: { name: "green" } } },
        { type: "space", set: { name: "blue" } },
        { type: "space", set: { name: "blue" } },
        { type: "device", set: { name: "d", datacenter: { name: "x", space: { name: "blue" } } } },
      ),
    );
    expect(actionsOf(plan)).toEqual(["error", "error", "create", "conflict", "error"]);
    expect(problemsOf(plan)).toEqual([
      expect.stringContaining("2 rd: "),
      "3 space: leads to no space green",
      expect.stringContaining("5 "),
      "6 datacenter: must not name a space: only networks are told apart by it",
    ]);
  });

  it("need to read spaces only where they name one", async () => {
    const permissions = new Set([
      "import:apply",
      ...["datacenter", "network", "pool"].flatMap((thing) => [`${thing}:read`, `${thing}:create`]),
    ]);
    const caller = { kind: "user", userId: "u", username: "u", permissions, credential: KEY_CREDENTIAL, credentialId: "k" } as const;
    await inventory.spaces.create({ name: "red" });
    const plan = await planOf(
      inventory.as(caller),
      rowsOf(
        lan({ space: null }),
        lan({ space: { name: "red" } }),
        { type: "pool", set: { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.0.2", network: { name: "lan", space: { name: "red" } } } },
        lan({ subnet: "10.0.1.0/24" }),
      ),
    );
    expect(actionsOf(plan)).toEqual(["create", "error", "error", "create"]);
    expect(problemsOf(plan)).toEqual([3, 4].map((line) => `${line} permission: this needs the permission space:read`));
  });
});
