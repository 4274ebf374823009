import { describeStorage } from "@cadastre/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "vitest";
import { nodeSqlite } from "./node-sqlite.ts";

describeStorage({ describe, it }, "node-sqlite", {
  createStorage: async () => {
    const folder = await mkdtemp(join(tmpdir(), "node-sqlite-"));
    const file = join(folder, "inventory.db");
    return {
      storage: nodeSqlite({ file }),
      // Another storage over the same file, as a second process would have it.
      again: () => nodeSqlite({ file }),
      dispose: async () => await rm(folder, { recursive: true, force: true }),
    };
  },
});
