import { createInventory } from "@cadastre/inventory-core";
import { libsql } from "@cadastre/inventory-core/libsql";
import { describeStorage } from "@cadastre/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { workOn } from "./engine-work.ts";

describeStorage({ describe, it }, "libsql", {
  createStorage: async () => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-libsql-"));
    const file = join(folder, "inventory.db");
    return { storage: libsql(file), again: () => libsql(file), dispose: async () => await rm(folder, { recursive: true, force: true }) };
  },
});

describeStorage({ describe, it }, "libsql in memory", { createStorage: () => ({ storage: libsql(":memory:") }) });

it.each([
  ["in a missing folder", join(tmpdir(), "cadastre-missing", "inventory.db")],
  ["that is a folder", tmpdir()],
])("says what is wrong with a path %s", async (_, path) => {
  await expect(createInventory({ storage: libsql(path) })).rejects.toMatchObject({
    code: "DATABASE_NOT_OPENED",
    message: `the database file cannot be opened (${path}): name a file in a folder that exists; both must be writable for the user that runs this`,
  });
});

it("carries the engine", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-libsql-"));
  await workOn(libsql(join(folder, "inventory.db")));
  await rm(folder, { recursive: true, force: true });
});
