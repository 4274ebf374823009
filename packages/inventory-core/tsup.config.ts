import { defineConfig } from "tsup";
import { build, inPlaceOf } from "../../tsup.base.ts";

/**
 * MikroORM looks for files of entities with one and loads references in batches with the other; neither is used here, and bundlers of
 * applications would not find them.
 */
const unused = inPlaceOf("unused", /^(?:tinyglobby|dataloader)$/, "export {};");

export default defineConfig({
  ...build(
    {
      index: "src/index.ts",
      // Declarations of its own: what has the name of a schema keeps it there, and is shown by it.
      api: "src/contract/generated/api.ts",
      sqlite: "src/storage/sqlite/index.ts",
      "checkpoint.worker": "src/storage/sqlite/commits/checkpoint.worker.ts",
      "log-sync.worker": "src/storage/sqlite/commits/log-sync.worker.ts",
      postgresql: "src/storage/postgresql/index.ts",
      libsql: "src/storage/libsql/index.ts",
      pglite: "src/storage/pglite/index.ts",
      discovery: "src/discovery.ts",
      exchange: "src/exchange.ts",
      outbound: "src/outbound/index.ts",
      protocol: "src/protocol.ts",
      records: "src/records.ts",
      scanning: "src/discovery/site/index.ts",
      sql: "src/sql.ts",
      "storage-kit": "src/storage/sessions/index.ts",
      upkeep: "src/upkeep.ts",
    },
    [unused],
  ),
  // Stacks lead to files and lines of our sources; with their text the maps would be as large as the code.
  esbuildOptions(options) {
    options.sourcesContent = false;
  },
});
