import { createInventory, definePlugin, defineTable, isInventoryError, type Plugin, STORAGE } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";
import { date, defineRecord, integer, name, type RecordKind, reference, references, tags, text, timestamp } from "../../src/records.ts";

const messageOf = async (call: () => PromiseLike<unknown>): Promise<string> => {
  try {
    await call();
    return "none";
  } catch (error) {
    return isInventoryError(error) ? `${error.code}: ${error.message}` : String(error);
  }
};

/** The reason of the refusal of a kind. */
const reason = (record: string, said: string): string => `RECORD_INVALID: the record ${record} cannot be declared so: ${said}`;

const shelf = (fields: Parameters<typeof defineRecord>[0]["fields"], more: object = {}): RecordKind =>
  defineRecord({ name: "shelf", plural: "shelves", fields: { name: name(), ...fields }, ...more });

const pluginOf = (id: string, records: readonly RecordKind[], requires: readonly string[] = []): Plugin =>
  definePlugin({ id, engine: "*", requires, records });

describe("a declaration that cannot hold", () => {
  it("is refused by defineRecord", async () => {
    const refusal = async (fields: Parameters<typeof defineRecord>[0]["fields"], more: object = {}): Promise<string> =>
      await messageOf(async () => await Promise.resolve(shelf(fields, more)));
    expect(await refusal({ order: text() })).toBe(reason("shelf", "order is a word of SQL: give the field another name"));
    expect(await messageOf(async () => await Promise.resolve(defineRecord({ name: "table", fields: { name: name() } })))).toBe(
      reason("table", "table is a word of SQL: give the kind another name"),
    );
    expect(await refusal({ labels: tags() }, { unique: [["labels"]] })).toBe(
      reason("shelf", "unique names the list labels: claims can say what no two records share"),
    );
    expect(await refusal({ labels: tags() }, { index: ["labels"] })).toBe(
      reason("shelf", "index names the list labels, which has an index already"),
    );
    expect(await refusal({ labels: tags() }, { title: "labels" })).toBe(reason("shelf", "the title labels must be a text or a name"));
    expect(await refusal({ labels: tags() }, { order: "labels" })).toBe(
      reason("shelf", "lists cannot be in the order of labels: name a field that is neither a list nor a number with a fraction"),
    );
    expect(await refusal({}, { order: "gone" })).toBe(reason("shelf", "order names the field gone, which it does not have"));
    const unless = { name: "shelves", value: "delete" };
    expect(await refusal({ box_id: reference("box", { onDelete: "cascade", unless }) })).toBe(
      reason("shelf", "unless of the reference box_id overrides a refusal, and it does not refuse: use onDelete refuse"),
    );
    expect(await refusal({ seen_at: timestamp().state(null) })).toBe(
      reason("shelf", "seen_at is never sent, and generic pages and files would send it: leave out the doors files and pages"),
    );
    expect(await messageOf(async () => await Promise.resolve(defineRecord({ name: "shelf", fields: { size: integer() } })))).toBe(
      reason("shelf", "title names the field name, which it does not have"),
    );
    expect(await refusal({ name_key: text() })).toBe(
      reason("shelf", "name_key is the column of the folded text of name: give the field another name"),
    );
  });
});

describe.each(DATABASES)("declarations that cannot hold together stop the start on %s", (_, openPlace) => {
  const startOf = async (plugins: readonly Plugin[]): Promise<string> => {
    await using place = await openPlace();
    return await messageOf(async () => await createInventory({ storage: place.storage(), plugins }));
  };

  it("with taken names", async () => {
    const fields = { name: name() };
    expect(await startOf([pluginOf("a", [shelf({})]), pluginOf("b", [shelf({})])])).toBe(
      reason("shelf", "the plugins a and b both declare it: give one of them another name"),
    );
    expect(await startOf([pluginOf("a", [defineRecord({ name: "gadget", plural: "devices", fields })])])).toBe(
      reason("gadget", "inventories have a member devices already: give it another plural"),
    );
    expect(await startOf([pluginOf("a", [defineRecord({ name: "audit", fields })])])).toBe(
      reason("audit", "the plugin core has a table audit already: give the kind or the field another name"),
    );
    const labelled = defineRecord({ name: "shelf_labels", fields });
    expect(await startOf([pluginOf("a", [shelf({ labels: tags() }), labelled])])).toBe(
      reason("shelf_labels", "the kind shelf has a table shelf_labels already: give the kind or the field another name"),
    );
    const { entity } = defineTable("Shelf", "shelf", { id: { type: "text", primary: true } });
    const own = definePlugin({ id: "b", engine: "*", model: { entities: [entity], migrations: { sqlite: [], postgresql: [] } } });
    expect(await startOf([pluginOf("a", [shelf({})]), own])).toContain("the plugin b has a table shelf already");
  });

  it("with references to unknown kinds, and to kinds of plugins that start later", async () => {
    const box = defineRecord({ name: "box", fields: { name: name(), shelf_id: reference("shelf") } });
    expect(await startOf([pluginOf("a", [box])])).toBe(
      reason("box", "shelf_id refers to the kind shelf, which no plugin declares: load its plugin, or correct the name"),
    );
    expect(await startOf([pluginOf("a", [box]), pluginOf("b", [shelf({})])])).toBe(
      reason("box", "shelf_id refers to the kind shelf of b: add b to requires of a"),
    );
    expect(await startOf([pluginOf("a", [box], ["b"]), pluginOf("b", [shelf({})])])).toBe("none");
    expect(await startOf([pluginOf("a", [box, shelf({})])])).toBe("none");
    const unless = { name: "shelves", value: "delete" };
    expect(await startOf([pluginOf("a", [shelf({ network_id: reference("network", { unless }).optional() })])])).toBe(
      reason("shelf", "unless of network_id needs a deletion of a declared kind, and network is none: leave it out"),
    );
    const round = shelf({ box_id: reference("box").optional() });
    expect(await startOf([pluginOf("a", [box, round])])).toBe(
      reason("box", "its references form a circle: box → shelf → box; drop one of them"),
    );
  });

  it("with a within that leads nowhere or back", async () => {
    const tree = shelf({ parent_id: reference("shelf").optional() }, { within: "parent_id" });
    const circular = reason("shelf", "within leads back to it: shelf → shelf; name another reference");
    expect(await startOf([pluginOf("a", [tree])])).toBe(circular);
    const box = defineRecord({ name: "box", fields: { name: name(), shelf_id: reference("shelf") }, within: "shelf_id" });
    expect(await startOf([pluginOf("a", [box, shelf({})])])).toBe(
      reason("box", "within leads to shelf, which is in no place: give shelf a within, or name another reference"),
    );
    const placed = shelf({ datacenter_id: reference("datacenter").optional() }, { within: "datacenter_id" });
    expect(await startOf([pluginOf("a", [box, placed])])).toBe("none");
  });

  it("with changes that rows do not survive, and change nothing", async () => {
    await using place = await openPlace();
    const before = shelf({ code: text().optional(), level: integer().optional(), size: integer() });
    await using first = await createInventory({ storage: place.storage(), records: [before] });
    const { shelves } = first as unknown as { shelves: { create(record: object): Promise<{ id: string }> } };
    await shelves.create({ name: "a", size: 1 });
    await shelves.create({ name: "b", size: 1, code: "x", level: 2 });
    await first.close();
    const refusal = async (after: RecordKind): Promise<string> => {
      const other = defineRecord({ name: "other", fields: { name: name() } });
      return await messageOf(async () => await createInventory({ storage: place.storage(), records: [other, after] }));
    };
    const code = text().optional();
    const level = integer().optional();
    const size = integer();
    const cases: readonly (readonly [RecordKind, string])[] = [
      [
        shelf({ code, level, size, owner: text() }),
        "owner is required, and there are records without it: make it optional, or give it a default",
      ],
      [shelf({ code: integer().optional(), level, size }), "the type of code cannot change: declare another field"],
      [shelf({ code: date().optional(), level, size }), "the type of code cannot change: declare another field"],
      [shelf({ code, level: integer(), size }), "level is null in some records: it must stay optional"],
      [
        shelf({ code, level, size: integer().optional() }),
        "size was required, so that it cannot be null: it must stay so, or get a default",
      ],
      [shelf({ code: text(), level, size }), "code is empty in some records: it must stay optional, or fill it first"],
      [shelf({ code, level, size }, { unique: [["size"]] }), 'size cannot be unique: records share {"size":1}; change them first'],
      [
        shelf({ code, level, size, note: text().optional() }, { unique: [["note"]] }),
        "note cannot be unique: all records would share its first value; add the field first, then fill it",
      ],
      [shelf({ code: references("device").optional(), level, size }), "the type of code cannot change: declare another field"],
    ];
    for (const [after, said] of cases) expect(await refusal(after)).toBe(reason("shelf", said));
    await using last = await createInventory({ storage: place.storage(), records: [before] });
    const { read } = last.host.get(STORAGE);
    expect(await read.all("select kind from record_shape where plugin <> 'core'")).toEqual([{ kind: "shelf" }]);
  });

  it("with a table that something else made", async () => {
    await using place = await openPlace();
    await using first = await createInventory({ storage: place.storage(), records: [shelf({})] });
    await first.transaction<{ crate: { id: string } }>(async (tx) => {
      await tx.sql.schema.createTable("crate").addColumn("id", "text").execute();
    });
    await first.close();
    const crate = defineRecord({ name: "crate", fields: { name: name() } });
    expect(await messageOf(async () => await createInventory({ storage: place.storage(), records: [crate] }))).toBe(
      reason("crate", "the database has a table crate already: give the kind or the field another name"),
    );
  });
});
