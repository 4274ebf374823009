import { createInventory, definePlugin, migrate, STORAGE } from "@cadastre/inventory-core";
import { copyToPostgresql, postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite, SqliteSnapshot } from "@cadastre/inventory-core/sqlite";
import { PostgresDatabases } from "@cadastre/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, inject, it } from "vitest";
import { DATABASES, STORAGES } from "../../../../testing/storages.ts";
import { Circuit } from "./circuit.ts";

describe.each(DATABASES)("upkeep of declared kinds on %s", (_, openPlace) => {
  it.each([
    ["the text of a record is missing", "delete from record_text", "texts of circuits record_text."],
    ["a title is wrong", "update record_text set name = 'x'", "texts of circuits record_text.name"],
    ["a folded title is wrong", "update record_text set name_key = 'x'", "texts of circuits record_text.name_key"],
    ["a search text is wrong", "update record_text set search_text = 'x'", "texts of circuits record_text.search_text"],
    ["a folded text is wrong", "update circuit set provider_key = 'x'", "circuits circuit.provider_key"],
    ["the title of a value is wrong", "update record_field_value set name = 'x'", "field values of declared kinds record_field_value.name"],
    [
      "a text has no record",
      "insert into record_text (kind, id, name, name_key, search_text) values ('circuit', 'gone', 'a', 'a', 'a')",
      "texts of circuits record_text.",
    ],
  ])("finds and mends that %s", async (_title, plant, found) => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Circuit] });
    const { circuits, fields, search } = inventory;
    await fields.create({ record: "circuit", name: "owner", type: "text" });
    const made = await circuits.create({ name: "C-1", provider: "Acme", fields: { owner: "net" } });
    await inventory.host.get(STORAGE).write(async (transaction) => await transaction.run(plant));
    const { differences } = await inventory.verify();
    expect(differences.map(({ check, table, column }) => `${check} ${table}.${column}`)).toEqual([found]);
    expect((await inventory.rebuild()).count).toBe(1);
    expect((await inventory.verify()).count).toBe(0);
    expect((await search.all({ q: "acme" })).results).toEqual([{ type: "circuit", ...made }]);
  });

  it("keeps values and texts of a kind that the host does not declare", async () => {
    await using place = await openPlace();
    await using first = await createInventory({ storage: place.storage(), records: [Circuit] });
    await first.fields.create({ record: "circuit", name: "owner", type: "text" });
    const made = await first.circuits.create({ name: "C-1", provider: "Acme", fields: { owner: "net" } });
    await first.close();
    await using without = await createInventory({ storage: place.storage() });
    expect([(await without.verify()).count, (await without.rebuild()).count]).toEqual([0, 0]);
    await without.close();
    await using again = await createInventory({ storage: place.storage(), records: [Circuit] });
    expect(await again.circuits.get(made.id)).toEqual(made);
    expect((await again.search.all({ q: "acme" })).results).toHaveLength(1);
  });
});

describe.each(STORAGES.filter((storage) => storage === "postgresql"))("a copy of SQLite to %s", () => {
  it("has the records of declared kinds, their custom fields and their texts", async () => {
    await using place = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    const folder = await mkdtemp(path.join(tmpdir(), "cadastre-copy-"));
    try {
      const file = path.join(folder, "inventory.db");
      const plugins = [definePlugin({ id: "circuits", engine: "*", records: [Circuit] })] as const;
      await using source = await createInventory({ storage: sqlite(file), plugins });
      await source.fields.create({ record: "circuit", name: "owner", type: "text" });
      const device = await source.devices.create({ name: "a" });
      const made = await source.circuits.create({ name: "C-1", provider: "Acme", device_ids: [device.id], fields: { owner: "net" } });
      await source.close();
      await migrate(postgresql(place.url), { plugins });
      using snapshot = new SqliteSnapshot(file);
      const copied = await copyToPostgresql(snapshot, place.url);
      expect(copied).toContainEqual({ table: "circuit_device_ids", rows: 1 });
      await using copy = await createInventory({ storage: postgresql(place.url), plugins });
      expect(await copy.circuits.get(made.id)).toEqual(made);
      expect((await copy.search.all({ q: "acme" })).results).toEqual([{ type: "circuit", ...made }]);
      expect((await copy.verify()).count).toBe(0);
      expect(await copy.circuits.create({ name: "C-2", provider: "Acme" })).toMatchObject({ name: "C-2" });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
