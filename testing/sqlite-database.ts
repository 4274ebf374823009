import { randomUUID } from "node:crypto";
import { constants, copyFileSync, existsSync, mkdtempSync, renameSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storage, StorageOpenOptions } from "../packages/inventory-core/src/contract/storage/storage.ts";
import { sqlite } from "../packages/inventory-core/src/storage/sqlite/index.ts";
import { migrationsKey } from "../packages/testing/src/postgres/migrated-copies.ts";
import { begun, type TestDatabase } from "./copied-database.ts";

/** Where the templates of a run lie (testing/templates.ts); of one file of tests where that is run by itself. */
const folder = (): string => (process.env["TEST_TEMPLATES"] ??= mkdtempSync(join(tmpdir(), "cadastre-templates-")));

async function copyFile(file: string, options: StorageOpenOptions): Promise<void> {
  const template = join(folder(), `${migrationsKey("sqlite", options)}.db`);
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
    capabilities: { severalProcesses: false, durable: false },
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
