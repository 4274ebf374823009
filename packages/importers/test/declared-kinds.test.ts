import { createInventory, type ImportPlanLine, type ImportRow } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import {
  boolean,
  choice,
  defineRecord,
  integer,
  map,
  name,
  number,
  reference,
  references,
  tags,
  text,
} from "@cadastre/inventory-core/records";
import { DATABASES } from "../../../testing/storages.ts";
import { type DeclaredRecords, readImport, type ImportItem, writeExport } from "../src/index.ts";
import type { ExportRecords } from "../src/exports/export-records.ts";

const Circuit = defineRecord({
  name: "circuit",
  fields: {
    name: name(),
    provider: text({ max: 128 }),
    bandwidth_mbps: integer({ min: 1 }).optional(),
    price: number().optional(),
    is_leased: boolean().optional(),
    status: choice(["planned", "active", "terminated"]).default("active"),
    options: map().optional(),
    tags: tags().optional(),
    datacenter_id: reference("datacenter", { onDelete: "refuse" }).optional(),
    device_ids: references("device", { onDelete: "clear" }).optional(),
  },
  unique: [["provider", "name"]],
  search: ["name", "provider"],
  within: "datacenter_id",
});

/** A kind that refers to a declared kind, and has no unique key. */
const Uplink = defineRecord({
  name: "uplink",
  fields: { name: name(), note: text().optional(), circuit_id: reference("circuit", { onDelete: "cascade" }) },
  within: "circuit_id",
});

const kinds = [Circuit, Uplink] as const;

const open = async (storage: Parameters<typeof createInventory>[0]["storage"]) => await createInventory({ storage, records: kinds });
type Inventory = Awaited<ReturnType<typeof open>>;

const recordsOf = (inventory: Inventory): ExportRecords => ({
  field: () => inventory.fields.list(),
  space: () => inventory.spaces.list(),
  datacenter: () => inventory.datacenters.list(),
  network: () => inventory.networks.list(),
  pool: async function* () {},
  device: () => inventory.devices.list(),
  relationship: async function* () {},
});

const declaredOf = (inventory: Inventory): readonly DeclaredRecords[] => [
  { kind: Circuit, records: () => inventory.circuits.list() },
  { kind: Uplink, records: () => inventory.uplinks.list() },
];

async function exported(inventory: Inventory, format: string, scope: string): Promise<string> {
  let all = "";
  for await (const piece of writeExport(format, scope, recordsOf(inventory), { declared: declaredOf(inventory) })) all += piece;
  return all;
}

const itemsOf = (text: string, format: string, type?: string): AsyncIterable<ImportItem> =>
  readImport({
    format,
    source: {
      kind: "files",
      files: [
        {
          name: `file.${format}`,
          open: async function* () {
            yield Buffer.from(text);
          },
        },
      ],
    },
    options: { type },
    kinds,
  });

async function planOf(inventory: Inventory, items: AsyncIterable<ImportItem> | readonly ImportItem[]): Promise<readonly ImportPlanLine[]> {
  const lines: ImportPlanLine[] = [];
  for await (const line of inventory.import.plan(items)) lines.push(line);
  return lines;
}

const saidOf = (plan: readonly ImportPlanLine[]): readonly string[] =>
  plan.flatMap((line) => {
    if (line.kind === "problem") return [`${line.severity} ${line.field} ${line.message}`];
    if (line.kind !== "step") return [];
    return [[line.action, ...(line.problems ?? []).map(({ field, message }) => `${field} ${message}`)].join(": ")];
  });

async function fill(inventory: Inventory): Promise<void> {
  const { circuits, datacenters, devices, fields, uplinks } = inventory;
  await fields.create({ record: "circuit", name: "owner", type: "text" });
  const fra = await datacenters.create({ name: "fra1" });
  const [a, b] = [await devices.create({ name: "a" }), await devices.create({ name: "b" })];
  const first = await circuits.create({
    name: "C-1",
    provider: 'Acme; "Net"\n=1',
    bandwidth_mbps: 1000,
    price: 1.5,
    is_leased: true,
    status: "planned",
    options: { vlan: "7" },
    tags: ["x", "y;z"],
    datacenter_id: fra.id,
    device_ids: [a.id, b.id],
    fields: { owner: "net" },
  });
  const second = await circuits.create({ name: "C-1", provider: "Other" });
  for (const circuit of [first, second]) await uplinks.create({ name: "up", circuit_id: circuit.id });
}

describe.each(DATABASES)("records of declared kinds on %s", (_, openPlace) => {
  it("come back from a JSON export as they were, in their own inventory and in an empty one", async () => {
    await using place = await openPlace();
    await using source = await open(place.storage());
    await fill(source);
    const document = await exported(source, "json", "all");
    expect(new Set(saidOf(await planOf(source, itemsOf(document, "json"))))).toEqual(new Set(["unchanged"]));
    await using other = await openPlace();
    await using target = await open(other.storage());
    const plan = await planOf(target, itemsOf(document, "json"));
    expect(new Set(saidOf(plan))).toEqual(new Set(["create"]));
    await target.import.apply(plan);
    const times = /"(?:created|updated)_at":"[^"]*"/g;
    expect((await exported(target, "json", "all")).replaceAll(times, "")).toBe(document.replaceAll(times, ""));
    expect((await target.verify()).count).toBe(0);
    expect((await target.search.all({ q: "acme" })).results).toHaveLength(1);
  });

  it("come back from CSV exports as they were", async () => {
    await using place = await openPlace();
    await using source = await open(place.storage());
    await fill(source);
    await using other = await openPlace();
    await using target = await open(other.storage());
    for (const type of ["field", "datacenter", "device", "circuit", "uplink"]) {
      const file = await exported(source, "csv", type);
      expect(new Set(saidOf(await planOf(source, itemsOf(file, "csv", type))))).toEqual(new Set(["unchanged"]));
      const plan = await planOf(target, itemsOf(file, "csv", type));
      expect(new Set(saidOf(plan))).toEqual(new Set(["create"]));
      await target.import.apply(plan);
    }
    const times = /"(?:created|updated)_at":"[^"]*"/g;
    const all = await exported(source, "json", "all");
    expect((await exported(target, "json", "all")).replaceAll(times, "")).toBe(all.replaceAll(times, ""));
  });

  it("are found by a unique key or by their title in a place, and refer to records by name or id", async () => {
    await using place = await openPlace();
    await using inventory = await open(place.storage());
    await fill(inventory);
    const { circuits, datacenters, devices, uplinks } = inventory;
    const a = await devices.find({ name: "a", datacenter_id: null });
    const csv = `provider,name,datacenter,device,field.owner\nOther,C-1,fra1,${a?.id};b,ops\nThird,C-2,,b,\n`;
    const plan = await planOf(inventory, itemsOf(csv, "csv", "circuit"));
    expect(saidOf(plan)).toEqual(["update", "create"]);
    expect(await inventory.import.apply(plan)).toMatchObject({ created: 1, updated: 1 });
    const [other] = await circuits.list({ provider: "other" });
    expect(other).toMatchObject({ datacenter_id: (await datacenters.list())[0]?.id, fields: { owner: "ops" } });
    expect(other?.device_ids).toHaveLength(2);
    const rows: readonly ImportRow[] = [
      { at: { line: 1 }, type: "uplink", set: { name: "up", circuit: { name: "C-2" }, note: "new" } },
      { at: { line: 2 }, type: "uplink", set: { name: "up", circuit: { id: other?.id ?? "" }, note: "changed" } },
    ];
    const links = await planOf(inventory, rows);
    expect(saidOf(links)).toEqual(["create", "update"]);
    expect(await inventory.import.apply(links, { mode: "per_row" })).toMatchObject({ created: 1, updated: 1, errors: [] });
    expect((await uplinks.list()).map(({ note }) => note).toSorted()).toEqual(["", "changed", "new"]);
  });

  it("are refused with everything that is wrong, before anything is written", async () => {
    await using place = await openPlace();
    await using inventory = await open(place.storage());
    await fill(inventory);
    const row = (set: Record<string, unknown>, type = "circuit"): ImportRow => ({ at: { path: "row" }, type, set });
    const plan = await planOf(inventory, [
      row({ name: "C-9", provider: "p", status: "gone", device: [{ name: "zz" }], colour: "red" }),
      row({ name: "up" }, "uplink"),
      row({ name: "up", circuit: { name: "C-1" } }, "uplink"),
      row({ name: "C-9", provider: "q" }),
      row({ name: "C-9", provider: "q", status: "planned" }),
      row({ name: "x" }, "nothing"),
    ]);
    expect(saidOf(plan).map((said) => said.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "ID"))).toEqual([
      "error: colour is not a field of a circuit: device[0] leads to no device zz: status must be one of planned, active, terminated",
      "error: circuit is required",
      "error: circuit could be 2 circuits C-1 (ID; ID): say which by its id",
      "create",
      "conflict: undefined says something else of the circuit at row: make one row of the two",
      "error type must be one of field, space, datacenter, vlan_group, vlan, network, pool, device, relationship, circuit, uplink",
    ]);
    const reader = inventory.as({ id: "ada", permissions: ["import:apply", "circuit:read", "device:read", "datacenter:read"] });
    const denied: ImportPlanLine[] = [];
    for await (const line of reader.import.plan([row({ name: "C-7", provider: "p" })])) denied.push(line);
    expect(saidOf(denied)).toEqual(["error: permission this needs the permission circuit:create"]);
  });
});
