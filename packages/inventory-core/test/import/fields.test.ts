import { createInventory, type Inventory, type Principal } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { actionsOf, importRows, planOf, problemsOf, rowsOf, stepsOf } from "./import-scene.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

// docs/spec/import.md#natural-keys, docs/spec/own-fields.md

const TIER = { record: "device", name: "tier", type: "choice", choices: ["gold", "silver"], required: true } as const;

const device = (name: string, fields: object) => ({ type: "device", set: { name, fields } }) as const;

describe.each(DATABASES)("rows that define fields of one's own on %s", (_, openPlace) => {
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

  const field = (set: Record<string, unknown>) => ({ type: "field", set }) as const;
  const valuesOf = async (): Promise<object[]> => (await inventory.devices.list()).map(({ fields }) => fields);

  it.each(["whole", "per_row"] as const)("come before records with values of them, and are found by record and name (%s)", async (mode) => {
    const rows = rowsOf(
      field(TIER),
      field({ record: "network", name: "tier", type: "number" }),
      field({ record: "device", name: "owner", type: "text", label: "" }),
      device("web", { tier: "gold", owner: null }),
      { type: "network", set: { name: "lan", subnet: "10.0.0.0/24", fields: { tier: "7" } } },
    );
    expect(problemsOf(await planOf(inventory, rows))).toEqual([]);
    expect(await importRows(inventory, rows, mode)).toMatchObject({ created: 5, failed: 0 });
    expect(await inventory.fields.list({ record: "device" })).toMatchObject([
      { name: "tier", position: 0, label: "tier", required: true },
      { name: "owner", position: 1, label: "owner" },
    ]);
    expect(await valuesOf()).toEqual([{ tier: "gold", owner: null }]);
    expect(await inventory.networks.list()).toMatchObject([{ fields: { tier: 7 } }]);
    expect(new Set(actionsOf(await planOf(inventory, rows)))).toEqual(new Set(["unchanged"]));
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("are held by the rows after them", async () => {
    const rows = rowsOf(
      field({ ...TIER, choices: [] }),
      field(TIER),
      field({ ...TIER, required: false }),
      field({ record: "device", name: "serial", type: "text", unique: true }),
      device("bare", {}),
      device("lead", { tier: "lead" }),
      device("one", { tier: "gold", serial: "x" }),
      device("two", { tier: "gold", serial: "x" }),
    );
    expect(problemsOf(await planOf(inventory, rows))).toEqual([
      "2 choices: is required for the type choice",
      "4 : says something else of the field at line 3: make one row of the two",
      "6 fields.tier: is required",
      "7 fields.tier: must be one of gold, silver",
      "9 fields.serial: is unique, and line 8 has the same value",
    ]);
  });

  it.each(["whole", "per_row"] as const)("change fields with the values that records have (%s)", async (mode) => {
    const { id } = await inventory.fields.create({ record: "device", name: "units", type: "text" });
    await inventory.fields.create({ record: "device", name: "zone", type: "text", position: 9 });
    await inventory.devices.create({ name: "web", fields: { units: "4", zone: "a" } });
    const rows = rowsOf(
      field({ id, record: "device", name: "height", type: "number" }),
      field({ record: "device", name: "owner", type: "text", position: 5 }),
      device("web", { height: 4, owner: null }),
      device("web-2", { height: "5" }),
    );
    const plan = await planOf(inventory, rows);
    expect([problemsOf(plan), actionsOf(plan)]).toEqual([[], ["update", "create", "unchanged", "create"]]);
    expect(stepsOf(plan)[0]?.changes?.map(({ field: name }) => name)).toEqual(["name", "type"]);
    expect(await inventory.import.apply(plan, { mode })).toMatchObject({ created: 2, updated: 1, unchanged: 1, failed: 0 });
    expect(await valuesOf()).toEqual([
      { height: 4, owner: null, zone: "a" },
      { height: 5, owner: null, zone: null },
    ]);
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("tell of values that stand against the change, and of a field that cannot have another record or name", async () => {
    const tier = await inventory.fields.create({ record: "device", name: "tier", type: "text" });
    await inventory.fields.create({ record: "device", name: "owner", type: "text" });
    for (const name of ["a", "b"]) await inventory.devices.create({ name, fields: { tier: "lead" } });
    const problems = async (set: Record<string, unknown>) => problemsOf(await planOf(inventory, rowsOf(field(set))));
    expect(await problems({ record: "device", name: "tier", type: "number" })).toEqual([
      expect.stringMatching(/^2 type: 2 values cannot become a number, among them "lead" of a .*change them first$/),
    ]);
    expect(await problems({ record: "device", name: "tier", unique: true })).toEqual([
      expect.stringMatching(/^2 unique: several records have one value, among them "lead" of a and b/),
    ]);
    expect(await problems({ id: tier.id, record: "pool", name: "tier" })).toEqual(["2 record: cannot change: this is a field of devices"]);
    expect(await problems({ id: tier.id, name: "owner" })).toEqual([expect.stringContaining("is the name of another field of devices")]);
    expect(await problems({ record: "device", name: "Tier", type: "text" })).toEqual([expect.stringContaining("2 name: must be 1–63")]);
  });

  it("are no more than a kind of record may have", async () => {
    const rows = rowsOf(...Array.from({ length: 201 }, (__, index) => field({ record: "pool", name: `f${index}`, type: "text" })));
    expect(problemsOf(await planOf(inventory, rows))).toEqual(["202 record: pools have 200 fields already, and can have no more"]);
    expect(await importRows(inventory, rows, "per_row")).toMatchObject({ created: 200, failed: 1 });
    expect(problemsOf(await planOf(inventory, [rows[200]]))).toEqual(["202 record: pools have 200 fields already, and can have no more"]);
  });

  it("are the administrator's, and tell others nothing of values", async () => {
    await inventory.fields.create({ record: "device", name: "tier", type: "text" });
    await inventory.devices.create({ name: "hidden", fields: { tier: "secret" } });
    const user: Principal = {
      kind: "user",
      userId: "u",
      username: "u",
      permissions: new Set(["import:apply"]),
      credential: KEY_CREDENTIAL,
      credentialId: "k",
    };
    const rows = rowsOf(field({ record: "device", name: "tier", type: "number" }), field({ record: "pool", name: "x", type: "text" }));
    expect(problemsOf(await planOf(inventory.as(user), rows))).toEqual([
      "2 permission: this needs the permission field:update",
      "3 permission: this needs the permission field:create",
    ]);
  });
});
