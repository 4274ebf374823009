import { libsql } from "@cadastre/inventory-core/libsql";
import { describeStorage } from "@cadastre/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "vitest";
import { workOn } from "./engine-work.ts";

describeStorage({
  name: "libsql",
  createStorage: async () => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-libsql-"));
    const file = join(folder, "inventory.db");
    return { storage: libsql(file), again: () => libsql(file), dispose: async () => await rm(folder, { recursive: true, force: true }) };
  },
});

it("carries the engine", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-libsql-"));
  await workOn(libsql(join(folder, "inventory.db")));
  await rm(folder, { recursive: true, force: true });
});
