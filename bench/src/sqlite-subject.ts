import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import Database from "better-sqlite3";
import { DOCUMENTS, type Subject } from "./subject.ts";

export async function sqliteSubject(): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), "cadastre-bench-"));
  const file = join(folder, "inventory.db");
  const inventory = await createInventory({ storage: sqlite(file) });
  const reader = new Database(file, { readonly: true });
  const writer = new Database(join(folder, "limit.db"));
  writer.pragma("journal_mode = WAL");
  writer.pragma("synchronous = FULL");
  writer.exec("create table line (id integer primary key, text text not null)");
  const find = reader.prepare("select doc from pool where id = ?").pluck();
  const documents = reader.prepare(DOCUMENTS).pluck();
  const insert = writer.prepare("insert into line (text) values (?)");
  const version = String(reader.prepare("select sqlite_version()").pluck().get());
  return {
    storage: "sqlite",
    about: `SQLite ${version}, WAL, synchronous=FULL, in ${tmpdir()}`,
    inventory,
    lookup: (poolId) => find.get(poolId),
    readDocuments: () => {
      let characters = 0;
      for (const document of documents.iterate() as IterableIterator<string>) characters += document.length;
      return characters;
    },
    commit: (text) => insert.run(text),
    close: async () => {
      await inventory.close();
      reader.close();
      writer.close();
      rmSync(folder, { recursive: true });
    },
  };
}
