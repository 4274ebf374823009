import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeStorage } from "@cadastre/testing";
import { describe, it } from "vitest";
import { nodeSqlite } from "../src/node-sqlite.ts";

// The published suite proves that it carries the whole engine.
describeStorage({ describe, it }, "node-sqlite", {
  createStorage: async () => {
    const folder = await mkdtemp(join(tmpdir(), "my-storage-"));
    const storage = () => nodeSqlite({ file: join(folder, "inventory.db") });
    return {
      storage: storage(),
      // Another storage over the same file, as a second process would have it.
      again: storage,
      dispose: async () => await rm(folder, { recursive: true, force: true }),
    };
  },
});
