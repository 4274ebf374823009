import { sqlite } from "@cadastre/inventory-core/sqlite";
import { describeStorage, type StorageUnderTest, type TestRunner } from "@cadastre/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Returns SQLite in a new file that does not declare that it is durable; with `FAULTY_STORAGE`, it reads no single rows. */
async function createStorage(): Promise<StorageUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-runner-"));
  const file = join(folder, "inventory.db");
  const storage = sqlite(file);
  return {
    storage: {
      ...storage,
      capabilities: { ...storage.capabilities, durable: false },
      open: async (options) => {
        const open = await storage.open(options);
        if (process.env["FAULTY_STORAGE"] !== undefined) open.read.get = async () => undefined;
        return open;
      },
    },
    again: () => sqlite(file),
    dispose: async () => await rm(folder, { recursive: true, force: true }),
  };
}

/** Registers the suite of storages for SQLite, with one case that is left out. */
export function describeSqlite(runner: TestRunner): void {
  describeStorage(runner, "sqlite", {
    createStorage,
    skip: [{ reason: "to see that it is reported", tests: ["order texts by code point"] }],
  });
}
