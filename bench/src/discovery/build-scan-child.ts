import { fileURLToPath } from "node:url";
import { build } from "tsup";

/** In the scanner's folder, where its data is found. */
const FOLDER = fileURLToPath(new URL("../../../packages/discovery-scanner/node_modules/.cache/bench/", import.meta.url));

/**
 * Builds the process that scans, as users get it: taking the types out of sources while they are loaded costs 50 MB, which
 * would count as memory of the scan.
 */
export async function buildScanChild(): Promise<string> {
  await build({
    config: false,
    silent: true,
    entry: { "scan-child": fileURLToPath(new URL("scan-child.ts", import.meta.url)) },
    outDir: FOLDER,
    outExtension: () => ({ js: ".mjs" }),
    format: "esm",
    target: "node22",
    platform: "node",
    splitting: false,
    noExternal: [/.*/],
    // What the core loads when a storage is opened, and data that is read as a file.
    external: [/^@mikro-orm\//, "better-sqlite3", "pg", "kysely", "oui-data"],
    banner: { js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);' },
  });
  return `${FOLDER}scan-child.mjs`;
}
