import { createInventory, type ImportPlanLine, isInventoryError } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";
import { defineRecord, integer, name, type RecordKind, reference, text, type WithinOf } from "../../src/records.ts";

const Hall = defineRecord({
  name: "hall",
  fields: {
    name: name(),
    datacenter_id: reference("datacenter").optional(),
    space_id: reference("space").optional(),
  },
  search: ["name"],
  within: ["datacenter_id", "space_id"],
});

/** In a hall, whose place it follows. */
const Cage = defineRecord({
  name: "cage",
  fields: { name: name(), size: integer().optional(), hall_id: reference("hall").optional() },
  search: ["name"],
  within: "hall_id",
});

/** Between two halls. */
const Trunk = defineRecord({
  name: "trunk",
  fields: { name: name(), a_id: reference("hall"), b_id: reference("hall") },
  search: ["name"],
  within: { every: ["a_id", "b_id"] },
});

const refusalOf = async (call: () => unknown): Promise<string> => {
  try {
    await call();
    return "none";
  } catch (error) {
    return isInventoryError(error) ? error.message.replace(/^.*cannot be declared so: /u, "") : String(error);
  }
};

describe.each(DATABASES)("the place of a declared kind on %s", (_, openPlace) => {
  it("is that of the first reference which is set, in names, natural keys and imports", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Hall, Cage, Trunk] });
    const { datacenters, halls, cages, trunks, names, spaces } = inventory;
    const fra = await datacenters.create({ name: "fra1" });
    const blue = await spaces.create({ name: "blue" });
    const both = await halls.create({ name: "h", datacenter_id: fra.id, space_id: blue.id });
    const inBlue = await halls.create({ name: "h", space_id: blue.id });
    const nowhere = await halls.create({ name: "h" });
    const withinOf = async (type: string, id: string) => {
      const [found] = await names.find({ id: [id], type: [type] });
      return found?.within ?? null;
    };
    expect(await withinOf("hall", both.id)).toEqual({ type: "datacenter", id: fra.id, name: "fra1" });
    expect(await withinOf("hall", inBlue.id)).toEqual({ type: "space", id: blue.id, name: "blue" });
    expect(await withinOf("hall", nowhere.id)).toBeNull();
    const cage = await cages.create({ name: "c", hall_id: inBlue.id });
    expect(await withinOf("cage", cage.id)).toEqual({ type: "hall", id: inBlue.id, name: "h" });
    const trunk = await trunks.create({ name: "t", a_id: both.id, b_id: inBlue.id });
    expect(await withinOf("trunk", trunk.id)).toEqual({ type: "hall", id: both.id, name: "h" });
    expect((await names.find({ text: "blue/h", type: ["hall"] })).map(({ id }) => id)).toEqual([inBlue.id]);
    expect(await halls.find({ name: "h", space_id: blue.id })).toMatchObject({ id: inBlue.id });
    expect(await halls.find({ name: "h", datacenter_id: fra.id, space_id: blue.id })).toMatchObject({ id: both.id });
    const lines: ImportPlanLine[] = [];
    const rows = [{ at: { line: 1 }, type: "hall", set: { name: "h", datacenter: null, space: { name: "blue" } } }];
    for await (const line of inventory.import.plan(rows)) lines.push(line);
    expect(lines).toContainEqual(expect.objectContaining({ kind: "step", id: inBlue.id }));
  });

  it("stops the start when it leads back, through any of its references", async () => {
    const startOf = async (...records: RecordKind[]): Promise<string> => {
      await using place = await openPlace();
      return await refusalOf(async () => await createInventory({ storage: place.storage(), records }));
    };
    const tree = (within: WithinOf<"parent_id" | "datacenter_id">): RecordKind =>
      defineRecord({
        name: "branch",
        plural: "branches",
        fields: { name: name(), parent_id: reference("branch").optional(), datacenter_id: reference("datacenter").optional() },
        within,
      });
    const back = "within leads back to it: branch → branch; name another reference";
    expect(await startOf(tree(["datacenter_id", "parent_id"]))).toBe(back);
    expect(await startOf(tree({ every: ["datacenter_id", "parent_id"] }))).toBe(back);
    expect(await startOf(tree(["datacenter_id"]))).toBe("none");
    const homeless = defineRecord({ name: "crate", fields: { name: name() } });
    const box = defineRecord({
      name: "box",
      fields: { name: name(), crate_id: reference("crate"), space_id: reference("space") },
      within: ["space_id", "crate_id"],
    });
    expect(await startOf(box, homeless)).toBe(
      "within leads to crate, which is in no place: give crate a within, or name another reference",
    );
  });
});

describe("a within that cannot hold", () => {
  it("is refused by defineRecord", async () => {
    const refused = async (within: unknown): Promise<string> =>
      await refusalOf(() =>
        defineRecord({
          name: "box",
          fields: { name: name(), note: text(), space_id: reference("space") },
          within: within as "space_id",
        }),
      );
    expect(await refused([])).toBe("within names no field: name a reference, or leave within out");
    expect(await refused({ every: [] })).toBe("within names no field: name a reference, or leave within out");
    expect(await refused(["space_id", "place_id"])).toBe("within names the field place_id, which it does not have");
    expect(await refused(["space_id", "note"])).toBe("within names note, which is no reference: name references alone");
    expect(await refused({ every: ["space_id", "space_id"] })).toBe("within names space_id twice: name it once");
  });
});

const Site = defineRecord({ name: "site", fields: { name: name() }, isPlace: true });

const Cabinet = defineRecord({ name: "cabinet", fields: { name: name(), site_id: reference("site") }, within: "site_id" });

describe.each(DATABASES)("a place that an application declares on %s", (_, openPlace) => {
  it("is what its records are in, and is restored before them", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Cabinet, Site] });
    const { sites, cabinets, names, changes, plans, audit } = inventory;
    const site = await sites.create({ name: "north" });
    const { id } = await cabinets.create({ name: "c1", site_id: site.id });
    expect((await names.find({ id: [id], type: ["cabinet"] }))[0]?.within).toEqual({ type: "site", id: site.id, name: "north" });
    await cabinets.delete(id);
    const [deletion] = await audit.list({ resource: "cabinet" });
    await plans.apply((await changes.undo(deletion?.change_id ?? "")).id);
    expect(await cabinets.get(id)).toMatchObject({ site_id: site.id });
  });
});
