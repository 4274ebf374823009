import { createInventory, type Inventory, STORAGE } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

// docs/decisions/0550-declare-address-spaces-over-their-table.md

const ID = "0198c1a2-0000-7000-8000-000000000001";
const TIME = "2026-01-02T03:04:05.678Z";

interface Row {
  readonly number: number;
  readonly name_key: string;
  readonly search_text: string;
  readonly doc: string;
}

describe.each(DATABASES)("a kind whose table is older than its declaration, on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;

  beforeAll(async () => {
    place = await openPlace();
    inventory = await createInventory({ storage: place.storage() });
  });

  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  const write = async (sql: string, params: readonly (string | number)[]): Promise<unknown> =>
    await inventory.host.get(STORAGE).write(async (transaction) => await transaction.run(sql, params));
  const rowOf = async (id: string): Promise<Row | undefined> =>
    await inventory.host.get(STORAGE).read.get<Row>("select number, name_key, search_text, doc from space where id = ?", [id]);

  it("has records that a host of an earlier version wrote", async () => {
    const old = { id: ID, name: "Ödland", rd: "65000:1", description: "by an earlier host", created_at: TIME, updated_at: TIME };
    await write(
      `insert into space (id, number, name, name_key, search_text, rd, description, created_at, updated_at, doc)
       values (?, 7, ?, 'ödland', ?, ?, ?, ?, ?, ?)`,
      [ID, old.name, "ödland\n65000:1\nby an earlier host\n", old.rd, old.description, TIME, TIME, JSON.stringify(old)],
    );
    await inventory.rebuild();
    expect(await inventory.spaces.get(ID)).toEqual({ ...old, fields: {} });
    expect(await inventory.spaces.list({ name: "ÖDL" })).toHaveLength(1);
    expect((await inventory.search.all({ q: "earlier" })).results).toMatchObject([{ type: "space", id: ID }]);
    expect(await inventory.names.find({ text: "ödland" })).toMatchObject([{ type: "space", id: ID, detail: "65000:1" }]);
    expect((await inventory.spaces.find({ name: "Ödland" }))?.id).toBe(ID);
    expect(await inventory.verify()).toMatchObject({ count: 0 });
  });

  it("writes what such a host reads, also when a custom field changes", async () => {
    const { fields, spaces } = inventory;
    const field = await fields.create({ record: "space", name: "owner", type: "text" });
    const { fields: own, ...after } = await spaces.update(ID, { name: "Land", fields: { owner: "ada" } });
    expect(own).toEqual({ owner: "ada" });
    expect(await rowOf(ID)).toMatchObject({ number: 7, name_key: "land", doc: JSON.stringify(after) });
    expect((await rowOf(ID))?.search_text).toContain("\nada\n");
    const created = await spaces.create({ name: "new" });
    expect((await rowOf(created.id))?.number).toBeGreaterThan(7);
    await fields.delete(field.id, { values: "drop" });
    expect((await inventory.search.all({ q: "ada" })).results).toEqual([]);
    expect(await inventory.verify()).toMatchObject({ count: 0 });
  });

  it("has differences in what it derives found and mended", async () => {
    await write("update space set name_key = 'x', search_text = 'y', doc = '{}' where id = ?", [ID]);
    const { differences } = await inventory.verify();
    expect(differences.map(({ table, id, column }) => [table, id, column])).toEqual(
      ["name_key", "search_text", "doc"].map((column) => ["space", ID, column]),
    );
    await inventory.rebuild();
    expect(await inventory.verify()).toMatchObject({ count: 0 });
    expect(await inventory.spaces.list({ name: "land" })).toHaveLength(1);
  });
});
