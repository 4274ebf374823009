import {
  Allocation,
  createInventory,
  Datacenter,
  Device,
  type Inventory,
  Network,
  Pool,
  type Queries,
  Relationship,
  type Storage,
  STORAGE,
} from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { PostgresDatabases } from "@cadastre/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { coreModel } from "../../src/composition/core-model.ts";
import { STORAGES } from "../../../../testing/storages.ts";

/** A column as entity or table has it: its name, whether it may be null, text or number. */
type Columns = Record<string, { readonly nullable: boolean; readonly kind: "text" | "number" }>;

function kindOf(type: string): "text" | "number" {
  if (/^(integer|bigint)$/i.test(type)) return "number";
  if (/^text$/i.test(type)) return "text";
  throw new TypeError(`no class for the type ${type}`);
}

/** What the entities say, by table. */
function entityTables(): Record<string, Columns> {
  return Object.fromEntries(
    coreModel.entities.map(({ tableName, columns }) => {
      const all = Object.entries(columns).map(([name, { type, nullable }]) => [name, { nullable: nullable === true, kind: kindOf(type) }]);
      return [tableName, Object.fromEntries(all)];
    }),
  );
}

async function sqliteColumns(read: Queries, table: string): Promise<Columns> {
  const rows = await read.all<{ name: string; type: string; notnull: number; pk: number }>(`select * from pragma_table_info('${table}')`);
  return Object.fromEntries(rows.map(({ name, type, notnull, pk }) => [name, { nullable: notnull === 0 && pk === 0, kind: kindOf(type) }]));
}

async function postgresqlColumns(read: Queries, table: string): Promise<Columns> {
  const rows = await read.all<{ column_name: string; data_type: string; is_nullable: string }>(
    "select column_name, data_type, is_nullable from information_schema.columns where table_schema = current_schema() and table_name = ?",
    [table],
  );
  return Object.fromEntries(rows.map((row) => [row.column_name, { nullable: row.is_nullable === "YES", kind: kindOf(row.data_type) }]));
}

const RECORDS = {
  datacenter: Datacenter.schemas.record,
  network: Network,
  pool: Pool,
  allocation: Allocation,
  device: Device,
  relationship: Relationship,
} as const;

/** Fields that live in tables of their own. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  datacenter: ["fields"],
  network: ["fields"],
  pool: ["fields"],
  device: ["tags", "addresses", "domains", "fields"],
};

/** Fields whose column has another name. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = { allocation: { key: "request_key" } };

type Name = "sqlite" | "postgresql";

/** A place for one database: each storage that it gives opens the same one. */
async function openDatabase(name: Name): Promise<{ storage: () => Storage; drop: () => Promise<void> }> {
  if (name === "postgresql") {
    const database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    return { storage: () => postgresql(database.url), drop: async () => await database[Symbol.asyncDispose]() };
  }
  const folder = await mkdtemp(join(tmpdir(), "cadastre-schema-"));
  return { storage: () => sqlite(join(folder, "inventory.db")), drop: async () => await rm(folder, { recursive: true }) };
}

async function opened(name: Name): Promise<{ inventory: Inventory; drop: () => Promise<void> }> {
  const { storage, drop } = await openDatabase(name);
  return { inventory: await createInventory({ storage: storage() }), drop };
}

describe.each(STORAGES)("entities, tables and schemas on %s", (name) => {
  let inventory: Inventory;
  let drop: () => Promise<void>;
  let read: Queries;
  beforeAll(async () => {
    ({ inventory, drop } = await opened(name));
    ({ read } = inventory.host.get(STORAGE));
  });
  afterAll(async () => {
    await inventory.close();
    await drop();
  });
  const columnsOf = async (table: string): Promise<Columns> =>
    await (name === "sqlite" ? sqliteColumns(read, table) : postgresqlColumns(read, table));

  it.each(Object.entries(entityTables()))("agree on the columns of %s", async (table, columns) => {
    expect(await columnsOf(table)).toEqual(columns);
  });

  it("have no table without an entity", async () => {
    const rows = await read.all<{ name: string }>(
      name === "sqlite"
        ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '%\\_search%' escape '\\'"
        : "select table_name as name from information_schema.tables where table_schema = current_schema()",
    );
    // Counts of requests are written by statements of the HTTP edge alone.
    expect(
      rows
        .map((row) => row.name)
        .filter((table) => !table.startsWith("http_"))
        .toSorted(),
    ).toEqual(["cadastre_migration", ...Object.keys(entityTables())].toSorted());
  });

  it.each(Object.entries(RECORDS))("have a column for every field of %s", async (table, schema) => {
    const columns = await columnsOf(table);
    const fields = Object.keys(schema.shape).filter((field) => ELSEWHERE[table]?.includes(field) !== true);
    expect(fields.filter((field) => columns[RENAMED[table]?.[field] ?? field] === undefined)).toEqual([]);
  });

  it("come from migrations with names of their own, which a second open does not run again", async () => {
    const names = coreModel.migrations[name].map((migration) => migration.name);
    expect(new Set(names).size).toBe(names.length);
    const place = await openDatabase(name);
    const open = async (): Promise<{ name: string }[]> => {
      await using second = await createInventory({ storage: place.storage() });
      return await second.host.get(STORAGE).read.all<{ name: string }>("select * from cadastre_migration order by id");
    };
    try {
      const first = await open();
      expect(first.map((row) => row.name)).toEqual(names);
      // The same rows, with the times they ran at.
      expect(await open()).toEqual(first);
    } finally {
      await place.drop();
    }
  });
});

describe("the two databases", () => {
  let opens: readonly { inventory: Inventory; drop: () => Promise<void> }[] = [];
  let reads: readonly Queries[] = [];
  beforeAll(async () => {
    opens = await Promise.all([opened("sqlite"), opened("postgresql")]);
    reads = opens.map(({ inventory }) => inventory.host.get(STORAGE).read);
  });
  afterAll(async () => {
    for (const { inventory, drop } of opens) {
      await inventory.close();
      await drop();
    }
  });
  const both = (): [Queries, Queries] => [reads[0] as Queries, reads[1] as Queries];

  it.each(Object.keys(entityTables()))("agree on every column of %s", async (table) => {
    const [ofSqlite, ofPostgresql] = both();
    const expected = await postgresqlColumns(ofPostgresql, table);
    expect(Object.keys(expected)).not.toEqual([]);
    expect(await sqliteColumns(ofSqlite, table)).toEqual(expected);
  });

  it("have no key that SQLite would let be null", async () => {
    const tables = Object.keys(entityTables());
    // Only an integer key, and every key of a table without rowids, is never null by itself.
    const rows = await both()[0].all<{ table: string; column: string }>(
      `select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
       where m.type = 'table' and c.pk > 0 and c."notnull" = 0 and lower(c.type) <> 'integer'
         and m.name in (${tables.map(() => "?").join(", ")}) order by m.name`,
      tables,
    );
    expect(rows).toEqual([]);
  });
});

describe("the tables of PostgreSQL", () => {
  let inventory: Inventory;
  let drop: () => Promise<void>;
  let read: Queries;
  beforeAll(async () => {
    ({ inventory, drop } = await opened("postgresql"));
    ({ read } = inventory.host.get(STORAGE));
  });
  afterAll(async () => {
    await inventory.close();
    await drop();
  });

  it("compare keys and names by code point", async () => {
    const rows = await read.all<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns where table_schema = current_schema()
        and table_name <> 'cadastre_migration'
         and data_type = 'text' and collation_name is distinct from 'C'
         and (column_name in ('id', 'name', 'name_key', 'lo', 'hi', 'nx', 'tag') or column_name like '%\\_key')`,
    );
    expect(rows).toEqual([]);
  });

  it("have an index that starts with each foreign key", async () => {
    const rows = await read.all<{ table: string; column: string }>(
      `select c.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'f' and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
           and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%s IS NOT NULL)', a.attname)))`,
    );
    expect(rows).toEqual([]);
  });
});
