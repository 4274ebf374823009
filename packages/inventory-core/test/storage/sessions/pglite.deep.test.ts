import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { createInventory, STORAGE } from "@cadastre/inventory-core";
import { pglite } from "@cadastre/inventory-core/pglite";
import { describeStorage } from "@cadastre/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { workOn } from "./engine-work.ts";

/** To make a database takes seconds of computing, and more on a machine that is busy. */
const TIMEOUT_MS = 600_000;

let database: PGlite;

beforeAll(async () => void (database = await PGlite.create({ extensions: { pg_trgm } })), TIMEOUT_MS);
afterAll(async () => await database.close());

const clear = async (): Promise<void> => void (await database.exec("drop schema public cascade; create schema public"));

describeStorage({ describe, it }, "pglite", {
  // The cases have one after the other.
  createStorage: () => ({ storage: pglite(database), again: () => pglite(database), dispose: clear }),
});

it("carries the engine", async () => {
  await workOn(pglite(database));
  await clear();
});

it("is not asked beside the transaction that is open, which would wait for ever", async () => {
  const inventory = await createInventory({ storage: pglite(database) });
  const storage = inventory.host.get(STORAGE);
  await expect(storage.write(async () => await storage.read.get("select 1 as one"))).rejects.toMatchObject({
    code: "TRANSACTION_OPEN",
  });
  await expect(storage.read.get("select 1 as one")).resolves.toEqual({ one: 1 });
  await inventory.close();
  await clear();
});

it("refuses an instance without pg_trgm, and says what to do", { timeout: TIMEOUT_MS }, async () => {
  await using bare = await PGlite.create({ loadDataDir: await database.dumpDataDir("none") });
  await expect(createInventory({ storage: pglite(bare) })).rejects.toMatchObject({
    code: "DATABASE_EXTENSION",
    message: expect.stringContaining("give pg_trgm to PGlite") as string,
  });
});

it("keeps a database in a folder, which is open once", { timeout: TIMEOUT_MS }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-pglite-"));
  const opened = async (): ReturnType<typeof createInventory> => await createInventory({ storage: pglite(join(folder, "database")) });
  const first = await opened();
  await first.datacenters.create({ name: "here" });
  await first.close();
  const again = expect.stringMatching(/^the PGlite folder .* is open already, in another process or in this one: close it there/) as string;
  const second = await opened();
  await expect(opened()).rejects.toMatchObject({ code: "DATABASE_NOT_OPENED", message: again });
  expect((await Array.fromAsync(second.datacenters.list())).map(({ name }) => name)).toEqual(["here"]);
  await second.close();
  await rm(folder, { recursive: true, force: true });
});
