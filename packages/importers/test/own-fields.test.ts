import { createInventory, type FieldsCreateInput, type ImportRow, type Inventory, type PlanLine } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { describe, expect, it } from "vitest";
import { type ExportRecords, writeExport } from "../src/index.ts";
import { readText } from "./support/read.ts";
import { textOf } from "./support/records.ts";

const FIELDS: readonly Omit<FieldsCreateInput, "record">[] = [
  { name: "owner", type: "text" },
  { name: "units", type: "number" },
  { name: "leased", type: "boolean" },
  { name: "bought", type: "date" },
  { name: "tier", type: "choice", choices: ["gold", "silver"] },
  { name: "runbook", type: "url" },
];

const SOME = {
  owner: '-ada, "bob"\n= x',
  units: -0.5,
  leased: false,
  bought: "2024-02-29",
  tier: "gold",
  runbook: "https://wiki.example/x",
};
const FEW = { owner: null, units: 1e21, leased: null, bought: null, tier: "silver", runbook: null };

async function inventoryWithFields(): Promise<Inventory> {
  const inventory = await createInventory({ storage: sqlite(":memory:") });
  for (const record of ["datacenter", "network", "pool", "device"] as const)
    for (const field of FIELDS) await inventory.fields.create({ record, ...field });
  return inventory;
}

function recordsIn(inventory: Inventory): ExportRecords {
  return {
    field: () => inventory.fields.list(),
    space: () => inventory.spaces.list(),
    datacenter: () => inventory.datacenters.list(),
    network: () => inventory.networks.list(),
    pool: async function* () {
      for await (const { id } of inventory.networks.list()) yield* inventory.pools.list(id);
    },
    device: () => inventory.devices.list(),
    relationship: () => inventory.relationships.listAll(),
  };
}

async function importInto(inventory: Inventory, rows: readonly ImportRow[]): Promise<readonly PlanLine[]> {
  const plan = await inventory.import.plan(rows);
  await inventory.import.apply(plan);
  return plan;
}

const actions = (plan: readonly PlanLine[]): string[] => plan.flatMap((line) => (line.kind === "step" ? [line.action] : []));

async function filled(): Promise<Inventory> {
  const inventory = await inventoryWithFields();
  const { id: datacenter } = await inventory.datacenters.create({ name: "fra1", fields: SOME });
  const { id: network } = await inventory.networks.create({ name: "lan", subnet: "10.0.0.0/24", datacenter_id: datacenter, fields: FEW });
  await inventory.pools.create(network, { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.0.9", fields: SOME });
  await inventory.devices.create({ name: "a", fields: SOME });
  await inventory.devices.create({ name: "b", datacenter_id: datacenter, fields: FEW });
  await inventory.devices.create({ name: "c" });
  return inventory;
}

describe("fields of one's own", () => {
  it("are columns of a CSV, and come back as values of their types", async () => {
    await using from = await filled();
    await using to = await createInventory({ storage: sqlite(":memory:") });
    const definitions = await readText("csv", await textOf(writeExport("csv", "field", recordsIn(from))), { type: "field" });
    expect(new Set(actions(await importInto(from, definitions.rows)))).toEqual(new Set(["unchanged"]));
    expect(new Set(actions(await importInto(to, definitions.rows)))).toEqual(new Set(["create"]));
    for (const type of ["datacenter", "network", "pool", "device"] as const) {
      const text = await textOf(writeExport("csv", type, recordsIn(from)));
      expect(text.split("\n")[0]).toContain("field.owner,field.units,field.leased,field.bought,field.tier,field.runbook");
      const { rows, problems } = await readText("csv", text, { type });
      expect(problems).toEqual([]);
      expect(actions(await importInto(from, rows)).every((action) => action === "unchanged")).toBe(true);
      // Ids of the one are none of the other.
      const anew = rows.map((row) => {
        const { id: _, ...set } = row.set;
        const named =
          type === "network" || type === "device" ? { datacenter: row.set["datacenter"] === undefined ? null : { name: "fra1" } } : {};
        return { ...row, set: { ...set, ...named, ...(type === "pool" ? { network: { name: "lan" } } : {}) } };
      });
      expect(actions(await importInto(to, anew)).every((action) => action === "create")).toBe(true);
    }
    const fieldsOf = async (inventory: Inventory): Promise<unknown> =>
      await Promise.all([
        Array.fromAsync(recordsIn(inventory).datacenter(), ({ fields }) => fields),
        Array.fromAsync(recordsIn(inventory).network(), ({ fields }) => fields),
        Array.fromAsync(recordsIn(inventory).pool(), ({ fields }) => fields),
        Array.fromAsync(recordsIn(inventory).device(), ({ fields }) => fields),
      ]);
    expect(await fieldsOf(to)).toEqual(await fieldsOf(from));
    expect((await to.verify()).differences).toEqual([]);
  });

  it("come back from JSON as they are", async () => {
    await using from = await filled();
    await using to = await createInventory({ storage: sqlite(":memory:") });
    const text = await textOf(writeExport("json", "all", recordsIn(from)));
    const { rows, problems } = await readText("json", text);
    expect(problems).toEqual([]);
    expect(new Set(actions(await importInto(from, rows)))).toEqual(new Set(["unchanged"]));
    expect(new Set(actions(await importInto(to, rows)))).toEqual(new Set(["create"]));
    expect((await to.devices.list()).map(({ fields }) => fields)).toEqual((await from.devices.list()).map(({ fields }) => fields));
  });

  it("are set by the cells of a table, and unset by empty ones where that is asked for", async () => {
    await using inventory = await filled();
    const table = "Name,Field.Owner,field.units,field.rack\na,,7,\n";
    const keep = await readText("csv", table, {});
    expect(keep.rows.map(({ set }) => set)).toEqual([{ name: "a", fields: { units: "7" } }]);
    await importInto(inventory, keep.rows);
    const owner = async (): Promise<unknown> => (await inventory.devices.list())[0]?.fields;
    expect(await owner()).toEqual({ ...SOME, units: 7 });
    await importInto(inventory, (await readText("csv", table, { empty: "clear" })).rows);
    expect(await owner()).toEqual({ ...SOME, owner: null, units: 7 });
  });

  it("that are wrong are told of, cell by cell", async () => {
    await using inventory = await filled();
    await inventory.fields.create({ record: "device", name: "serial", type: "text", unique: true });
    await inventory.devices.create({ name: "taken", fields: { serial: "S1" } });
    const table = "name,field.units,field.tier,field.rack,field.serial\nx,five,bronze,r1,\ny,,,,S1\nz,,,,S2\nu,,,,S2\n";
    const { rows } = await readText("csv", table, {});
    const plan = await inventory.import.plan(rows);
    const told = plan.flatMap((line) => (line.kind === "step" ? [[line.action, ...(line.problems ?? []).map(({ field }) => field)]] : []));
    expect(told).toEqual([
      ["error", "fields.units", "fields.tier", "fields.rack"],
      ["conflict", "fields.serial"],
      ["create"],
      ["conflict", "fields.serial"],
    ]);
    const report = await inventory.import.apply(plan, { mode: "per_row" });
    expect(report).toMatchObject({ created: 1, failed: 3 });
  });
});
