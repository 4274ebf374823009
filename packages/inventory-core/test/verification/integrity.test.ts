import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cadastre-integrity-"));
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

it("tells what SQLite itself complains of, which a rebuild leaves", async () => {
  const file = join(folder, "inventory.db");
  // Closed meanwhile: two libraries of SQLite in one process do not see each other's locks.
  await (await createInventory({ storage: sqlite(file) })).close();
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec("insert into address values ('a', 'nobody', 0, 0, '10.0.0.1', '40a000001', null, 'ipv4', '', null, '', null, '')");
  database.exec("insert into taken_run values (0, '40a000001', '40a000001', '40a000002')");
  database.close();
  await using inventory = await createInventory({ storage: sqlite(file) });
  const { checked, differences } = await inventory.verify();
  expect(checked["integrity"]).toBeGreaterThan(10);
  const complaint = {
    check: "integrity",
    table: "address",
    id: "",
    column: "",
    stored: "a row refers to nothing in device",
    expected: null,
  };
  expect(differences).toEqual([complaint]);
  expect(await inventory.rebuild()).toMatchObject({ count: 0 });
  expect((await inventory.verify()).differences).toEqual([complaint]);
});
