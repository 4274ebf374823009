import { PostgresDatabases } from "@cadastre/testing";
import { Client } from "pg";
import { expect, inject, it } from "vitest";
import { ENCRYPTION_KEY, run } from "../support/command.ts";

// A foreign key whose collation is not that of the key it refers to is joined without an index, and a text in an index
// sorts otherwise than on SQLite.

/** Columns of text in a key, a foreign key or an index, which do not compare by code point. */
const OTHER_COLLATIONS = `
  select distinct c.relname || '.' || a.attname as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_collation o on o.oid = a.attcollation and o.collname <> 'C'
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'cadastre_migration'
    and (exists (select 1 from pg_constraint r where r.conrelid = c.oid and r.contype in ('p', 'u', 'f', 'x') and a.attnum = any(r.conkey))
      or exists (select 1 from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam
        where i.indrelid = c.oid and a.attnum = any(i.indkey) and m.amname = 'btree'))
  order by 1`;

it("every text in a key or an index compares by code point, those of plugins too", async () => {
  await using database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
  expect(await run(["migrate", "up"], { DATABASE_URL: database.url, ENCRYPTION_KEY })).toMatchObject({ code: 0 });
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows: tables } = await client.query(
      "select 1 from pg_tables where schemaname = current_schema() and tablename in ('device', 'auth_user', 'webhook', 'webhook_delivery')",
    );
    expect(tables.length).toBeGreaterThanOrEqual(3);
    expect((await client.query<{ name: string }>(OTHER_COLLATIONS)).rows.map(({ name }) => name)).toEqual([]);
    // The query finds what it looks for.
    await client
      .query(`create table other (id text collate "en-x-icu" primary key)`)
      .catch(async () => await client.query(`create table other (id text collate "POSIX" primary key)`));
    expect((await client.query<{ name: string }>(OTHER_COLLATIONS)).rows.map(({ name }) => name)).toEqual(["other.id"]);
  } finally {
    await client.end();
  }
});
