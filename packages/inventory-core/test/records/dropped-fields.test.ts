import { createInventory, definePlugin, migrate, STORAGE } from "@cadastre/inventory-core";
import { copyToPostgresql, postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite, SqliteSnapshot } from "@cadastre/inventory-core/sqlite";
import { PostgresDatabases } from "@cadastre/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, inject, it } from "vitest";
import { DATABASES, STORAGES } from "../../../../testing/storages.ts";
import { choice, defineRecord, integer, name, reference, tags, text } from "../../src/records.ts";

const Before = defineRecord({
  name: "circuit",
  fields: {
    name: name(),
    provider: text(),
    size: integer({ max: 5_000_000_000 }).default(3),
    status: choice(["planned", "active"]).default("active"),
    labels: tags().optional(),
    datacenter_id: reference("datacenter"),
    note: text().optional(),
  },
  unique: [["provider", "name"]],
  index: ["note"],
  search: ["name", "provider"],
});

const After = defineRecord({ name: "circuit", fields: { name: name() }, search: ["name"] });

describe.each(DATABASES)("fields that a declaration drops on %s", (_, openPlace) => {
  it("leave records writable, and come back with the values that they had", async () => {
    await using place = await openPlace();
    await using first = await createInventory({ storage: place.storage(), records: [Before] });
    const fra = await first.datacenters.create({ name: "fra1" });
    const made = await first.circuits.create({ name: "C-1", provider: "Acme", labels: ["x"], datacenter_id: fra.id });
    await first.close();
    await using second = await createInventory({ storage: place.storage(), records: [After] });
    const other = await second.circuits.create({ name: "C-2" });
    await second.circuits.update(made.id, { name: "C-3" });
    await second.circuits.delete(other.id);
    await second.close();
    await using third = await createInventory({ storage: place.storage(), records: [Before] });
    expect(await third.circuits.get(made.id)).toMatchObject({ name: "C-3", provider: "Acme", labels: ["x"], datacenter_id: fra.id });
  });

  it("are null or empty for a host of the earlier declaration that still runs", async () => {
    await using place = await openPlace();
    await using first = await createInventory({ storage: place.storage(), records: [Before] });
    await using second = await createInventory({ storage: place.storage(), records: [After] });
    const made = await second.circuits.create({ name: "C-2" });
    expect(await first.circuits.list()).toEqual([
      { ...made, provider: "", size: 3, status: "active", labels: [], datacenter_id: null, note: "" },
    ]);
  });

  it("do not come back as required ones without a value", async () => {
    await using place = await openPlace();
    await using first = await createInventory({ storage: place.storage(), records: [Before] });
    await first.close();
    await using second = await createInventory({ storage: place.storage(), records: [After] });
    await second.circuits.create({ name: "C-2" });
    await second.close();
    const refusal = await createInventory({ storage: place.storage(), records: [Before] }).then(String, (error: Error) => error.message);
    expect(refusal).toContain("provider is empty in some records: it must stay optional, or fill it first");
  });

  it("leave texts, unique values and claims as the declaration says that comes back", async () => {
    await using place = await openPlace();
    const fields = { name: name(), provider: text() };
    const both = defineRecord({ name: "line", fields, search: ["name", "provider"], unique: [["name"]] });
    const one = defineRecord({ name: "line", fields, search: ["name"] });
    await using first = await createInventory({ storage: place.storage(), records: [both] });
    await first.lines.create({ name: "a", provider: "Acme" });
    await first.close();
    await using second = await createInventory({ storage: place.storage(), records: [one] });
    expect((await second.search.all({ q: "acme" })).results).toEqual([]);
    await second.lines.create({ name: "b", provider: "Bolt" });
    await second.close();
    await using third = await createInventory({ storage: place.storage(), records: [both] });
    for (const [q, found] of [
      ["acme", "a"],
      ["bolt", "b"],
    ] as const)
      expect((await third.search.all({ q })).results).toMatchObject([{ name: found }]);
    expect((await third.verify()).count).toBe(0);
    const storage = third.host.get(STORAGE);
    const again = "insert into line (id, name, name_key, provider, created_at, updated_at) values ('x', 'a', 'a', 'p', '', '')";
    await expect(storage.write(async (transaction) => await transaction.run(again))).rejects.toThrow(/breaks (a|the) constraint/);
    await third.close();
    await using fourth = await createInventory({ storage: place.storage(), records: [both] });
    expect((await fourth.verify()).count).toBe(0);
  });
});

describe.each(STORAGES.filter((storage) => storage === "postgresql"))("a copy of SQLite to %s", () => {
  it("keeps the values of fields that the declaration dropped", async () => {
    await using place = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    const folder = await mkdtemp(path.join(tmpdir(), "cadastre-copy-"));
    try {
      const file = path.join(folder, "inventory.db");
      const before = [definePlugin({ id: "circuits", engine: "*", records: [Before] })] as const;
      const after = [definePlugin({ id: "circuits", engine: "*", records: [After] })] as const;
      await using source = await createInventory({ storage: sqlite(file), plugins: before });
      const fra = await source.datacenters.create({ name: "fra1" });
      const kept = await source.circuits.create({ name: "C-1", provider: "Acme", labels: ["x", "y"], datacenter_id: fra.id, size: 4e9 });
      await source.close();
      await using second = await createInventory({ storage: sqlite(file), plugins: after });
      const made = await second.circuits.create({ name: "C-2" });
      await second.close();
      await migrate(postgresql(place.url), { plugins: after });
      using snapshot = new SqliteSnapshot(file);
      const copied = await copyToPostgresql(snapshot, place.url);
      expect(copied).toContainEqual({ table: "circuit_labels", rows: 2 });
      await using copy = await createInventory({ storage: postgresql(place.url), plugins: after });
      expect((await copy.circuits.list()).map(({ id }) => id)).toEqual([kept.id, made.id]);
      expect((await copy.verify()).count).toBe(0);
      await copy.circuits.delete(made.id);
      await copy.close();
      await using again = await createInventory({ storage: postgresql(place.url), plugins: before });
      expect(await again.circuits.get(kept.id)).toEqual(kept);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
