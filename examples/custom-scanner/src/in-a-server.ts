import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfiguration, serve } from "@cadastre/cli";

// What `cadastre serve --config cadastre.config.ts` does.
const folder = await mkdtemp(join(tmpdir(), "cadastre-example-"));
const { settings, parts } = await readConfiguration({
  CADASTRE_CONFIG: fileURLToPath(new URL("../cadastre.config.ts", import.meta.url)),
  DATA_DIR: folder,
});
const server = await serve(settings, undefined, parts);
try {
  const { inventory } = server;
  const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/24" });
  let scan = await inventory.scans.start(network.id, { scan_type: "quick" });
  for await (scan of inventory.scans.watch(scan.id)) console.log(scan.status, scan.progress_percent);
  assert.deepEqual([scan.status, scan.scanner, scan.found_hosts], ["completed", "static-list", 1]);
  assert.equal((await fetch(`${server.url}/mcp`)).status, 404);
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
  console.log("the server of the config file ran the scan with the scanner of this example");
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
