import { createHash, randomUUID } from "node:crypto";
import { constants, copyFileSync, existsSync, mkdtempSync, renameSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { Storage, StorageOpenOptions } from "../packages/inventory-core/src/contract/storage/storage.ts";
import { postgresql } from "../packages/inventory-core/src/storage/postgresql/index.ts";
import { sqlite } from "../packages/inventory-core/src/storage/sqlite/index.ts";
import { PostgresDatabases } from "../packages/inventory-core/src/testing/postgres-databases.ts";

/** A database of a test, which any number of storages open, one after the other or at once. Disposing of it drops it. */
export interface TestDatabase extends AsyncDisposable {
  /** Of PostgreSQL a connection URL, of SQLite the path of the file. There is nothing before a storage was opened. */
  readonly url: string;
  readonly storage: () => Storage;
}

/** Where the templates of a run lie (testing/templates.ts); of one file of tests where that is run by itself. */
const folder = (): string => (process.env["TEST_TEMPLATES"] ??= mkdtempSync(join(tmpdir(), "cadastre-templates-")));

/** The same for all who have the same migrations. */
const keyOf = (dialect: Storage["dialect"], { models }: StorageOpenOptions): string =>
  createHash("sha256")
    .update(JSON.stringify(models.flatMap(({ migrations }) => migrations[dialect])))
    .digest("hex")
    .slice(0, 32);

/** The first open of what is not there begins with a copy of what another test has migrated: migrating takes ten times as long. */
function begun(storage: Storage, isThere: () => boolean, copy: (options: StorageOpenOptions) => Promise<void>): Storage {
  return {
    ...storage,
    open: async (options) => {
      if (!isThere()) await copy(options);
      return await storage.open(options);
    },
  };
}

async function copyFile(file: string, options: StorageOpenOptions): Promise<void> {
  const template = join(folder(), `${keyOf("sqlite", options)}.db`);
  if (!existsSync(template)) {
    const own = `${template}-${randomUUID()}`;
    await (await sqlite(own).open(options)).close();
    renameSync(own, template);
  }
  // Another storage may have been quicker.
  if (existsSync(file)) return;
  copyFileSync(template, file, constants.COPYFILE_FICLONE);
}

/** A file of its own, in a folder that goes with it. */
export async function sqliteDatabase(): Promise<TestDatabase> {
  const place = await mkdtemp(join(tmpdir(), "cadastre-test-"));
  const url = join(place, "inventory.db");
  return {
    url,
    storage: () =>
      begun(
        sqlite(url),
        () => existsSync(url),
        async (options) => await copyFile(url, options),
      ),
    [Symbol.asyncDispose]: async () => await rm(place, { recursive: true, force: true }),
  };
}

/** Instead of `sqlite(":memory:")`: a storage that is gone when it is closed. */
export function temporarySqlite(): Storage {
  const place = mkdtempSync(join(tmpdir(), "cadastre-test-"));
  const file = join(place, "inventory.db");
  const storage = begun(
    sqlite(file),
    () => existsSync(file),
    async (options) => await copyFile(file, options),
  );
  return {
    ...storage,
    capabilities: sqlite(":memory:").capabilities,
    open: async (options) => {
      const opened = await storage.open(options);
      const close = opened.close.bind(opened);
      opened.close = async () => {
        await close();
        await rm(place, { recursive: true, force: true });
      };
      return opened;
    },
  };
}

/** A database of its own on the server of the run. */
export async function postgresqlDatabase(): Promise<TestDatabase> {
  const server = new PostgresDatabases(inject("postgresAdminUrl"));
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const url = server.url(name);
  let made: Promise<void> | undefined;
  const open = (options: StorageOpenOptions): Promise<void> => (made ??= copyDatabase(server, name, options));
  return {
    url,
    storage: () => begun(postgresql(url), () => false, open),
    [Symbol.asyncDispose]: async () => await server.dropDatabase(name),
  };
}

/** A database of its own of either kind. */
export async function newDatabase(dialect: Storage["dialect"]): Promise<TestDatabase> {
  return dialect === "sqlite" ? await sqliteDatabase() : await postgresqlDatabase();
}

/** The template would say of each copy that it is a database which was moved (decision 0035). */
const FORGET_PLACE = `do $$ begin
  if to_regclass('event') is not null then comment on column event.txid is null; end if;
end $$`;

/** SQLSTATE of a template that is not there, and of a name that is taken. */
const [MISSING, TAKEN] = ["3D000", "42P04"];
const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;

async function copyDatabase(server: PostgresDatabases, name: string, options: StorageOpenOptions): Promise<void> {
  const template = `template_${keyOf("postgresql", options)}`;
  try {
    return await server.createDatabase(name, template);
  } catch (error) {
    if (codeOf(error) !== MISSING) throw error;
  }
  const own = `${template}_${randomUUID().slice(0, 8)}`;
  await server.createDatabase(own);
  const opened = await postgresql(server.url(own)).open(options);
  await opened.write(async (transaction) => await transaction.exec(FORGET_PLACE));
  await opened.close();
  // Under its name it is whole at once.
  await server.createDatabase(template, own).catch((error: unknown) => {
    if (codeOf(error) !== TAKEN) throw error;
  });
  await server.dropDatabase(own);
  await server.createDatabase(name, template);
}
