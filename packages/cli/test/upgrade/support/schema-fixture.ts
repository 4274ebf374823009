import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { DialectName, StorageMigration, StoredModel } from "@cadastre/inventory-core";
import { coreModel } from "@cadastre/inventory-core/upkeep";
import { storedPlugins } from "../../../src/host/stored-plugins.ts";

/** A folder each for the schemas that releases have had. */
export const SCHEMAS = fileURLToPath(new URL("../schemas/", import.meta.url));

/** What is known of the databases of a schema, in its `schema.json`. */
export interface SchemaManifest {
  /** Of the engine that made them. */
  readonly engine: string;
  readonly migrations: Readonly<Record<DialectName, readonly string[]>>;
  readonly databases: Readonly<Record<DialectName, DatabaseManifest>>;
}

/** What is promised of one database. */
export interface DatabaseManifest {
  /** When its last record was made: the time at which tests open it. */
  readonly made_at: string;
  /** A key of the first administrator. */
  readonly api_key: string;
  /** The cookie of a session of theirs. */
  readonly cookie: string;
  /** The secret that deliveries of the webhook are signed with. */
  readonly webhook_secret: string;
  /** What read calls of the API answered, by their routes. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** What this program stores. */
export const storedModels = (): readonly StoredModel[] => [coreModel, ...storedPlugins().flatMap(({ model }) => model ?? [])];

/** The migrations of this program. */
export function migrationsNow(dialect: DialectName): readonly StorageMigration[] {
  return storedModels().flatMap(({ migrations }) => migrations[dialect]);
}

export const currentMigrations = (dialect: DialectName): readonly string[] => migrationsNow(dialect).map(({ name }) => name);

/** The folder of a schema: the last migration of each owner, `core-0015_auth-0003_webhooks-0004`. */
export function schemaName(migrations: readonly string[]): string {
  const last = new Map(migrations.map((name) => [name.slice(0, name.indexOf("/")), /\/(\d+)/.exec(name)?.[1] ?? "0"]));
  return [...last].map(([owner, number]) => `${owner}-${number}`).join("_");
}

export async function schemaNames(): Promise<readonly string[]> {
  return (await readdir(SCHEMAS)).toSorted();
}

export async function readManifest(schema: string): Promise<SchemaManifest> {
  return JSON.parse(await readFile(join(SCHEMAS, schema, "schema.json"), "utf8")) as SchemaManifest;
}

const FILES = { sqlite: "inventory.db.gz", postgresql: "inventory.sql.gz" } as const;

/** The database file, or the statements that make the database. */
export async function readDatabase(schema: string, dialect: DialectName): Promise<Buffer> {
  return await promisify(gunzip)(await readFile(join(SCHEMAS, schema, FILES[dialect])));
}

export async function writeFixture(
  schema: string,
  manifest: SchemaManifest,
  databases: Readonly<Record<DialectName, Buffer>>,
): Promise<void> {
  const folder = join(SCHEMAS, schema);
  await mkdir(folder, { recursive: true });
  for (const dialect of ["sqlite", "postgresql"] as const)
    await writeFile(join(folder, FILES[dialect]), await promisify(gzip)(databases[dialect], { level: 9 }));
  await writeFile(join(folder, "schema.json"), `${JSON.stringify(manifest)}\n`);
}
