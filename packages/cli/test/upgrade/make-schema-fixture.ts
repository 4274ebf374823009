// Part of a release: keeps a database of the schema that it has, made by its own code on SQLite and PostgreSQL, for the tests of
// later versions (packages/cli/test/upgrade). Does nothing where the last release had the same schema.
import Database from "better-sqlite3";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENGINE_VERSION } from "@cadastre/inventory-core/upkeep";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { startPostgres } from "@cadastre/testing";
import { fillInventory } from "./support/fill-inventory.ts";
import { dumpPostgresql, recordStatements } from "./support/postgresql-dump.ts";
import { currentMigrations, type DatabaseManifest, schemaName, schemaNames, writeFixture } from "./support/schema-fixture.ts";
import { openWorld } from "./support/world.ts";

interface Made {
  readonly manifest: DatabaseManifest;
  readonly database: Buffer;
}

async function makeSqlite(folder: string): Promise<Made> {
  const [file, compact] = [join(folder, "inventory.db"), join(folder, "compact.db")];
  const world = await openWorld(sqlite(file), { deliver: true });
  const manifest = await fillInventory(world).finally(async () => await world.close());
  const handle = new Database(file);
  handle.prepare("vacuum into ?").run(compact);
  handle.close();
  return { manifest, database: await readFile(compact) };
}

async function makePostgresql(): Promise<Made> {
  const server = await startPostgres();
  try {
    await using database = await server.temporaryDatabase();
    await recordStatements(database.url);
    const world = await openWorld(postgresql(database.url), { deliver: true });
    const manifest = await fillInventory(world).finally(async () => await world.close());
    return { manifest, database: Buffer.from(await dumpPostgresql(database.url)) };
  } finally {
    await server.stop();
  }
}

const schema = schemaName(currentMigrations("sqlite"));
if ((await schemaNames()).includes(schema) && !process.argv.includes("--again")) console.log(`there is a database of the schema ${schema}`);
else {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-schema-"));
  try {
    const [lite, post] = [await makeSqlite(folder), await makePostgresql()];
    const migrations = { sqlite: currentMigrations("sqlite"), postgresql: currentMigrations("postgresql") };
    const databases = { sqlite: lite.manifest, postgresql: post.manifest };
    await writeFixture(schema, { engine: ENGINE_VERSION, migrations, databases }, { sqlite: lite.database, postgresql: post.database });
    console.log(`made databases of the schema ${schema}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
