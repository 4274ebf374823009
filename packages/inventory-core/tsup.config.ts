import { defineConfig } from "tsup";
import { build } from "../../tsup.base.ts";

export default defineConfig({
  ...build({
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
    scanning: "src/discovery/site/index.ts",
    "storage-kit": "src/storage/sessions/index.ts",
    upkeep: "src/upkeep.ts",
  }),
  // Looks for files of entities, of which there are none.
  external: ["tinyglobby"],
  // Stacks lead to files and lines of our sources; with their text the maps would be as large as the code.
  esbuildOptions(options) {
    options.sourcesContent = false;
  },
});
