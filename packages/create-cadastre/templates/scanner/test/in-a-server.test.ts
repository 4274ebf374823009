import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfiguration, serve } from "@cadastre/cli";
import { expect, it } from "vitest";

const CONFIG = fileURLToPath(new URL("../cadastre.config.ts", import.meta.url));

// What `npm start` does, with a database of its own and on a free port.
it("runs the scans of the server in cadastre.config.ts", async () => {
  const folder = await mkdtemp(join(tmpdir(), "my-scanner-"));
  const { settings, parts } = await readConfiguration({
    CADASTRE_CONFIG: CONFIG,
    DATA_DIR: folder,
    LISTEN_ADDR: "127.0.0.1:0",
    LOG_LEVEL: "warn",
  });
  const server = await serve(settings, undefined, parts);
  try {
    const { inventory } = server;
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/24" });
    let scan = await inventory.scans.start(network.id, { scan_type: "quick" });
    for await (scan of inventory.scans.watch(scan.id));
    expect(scan).toMatchObject({ status: "completed", scanner: "hosts-file", scanned_hosts: 254, found_hosts: 2 });
    const found = await inventory.discoveredDevices.list({ network_id: network.id });
    expect(found.map(({ ip, mac_address }) => [ip, mac_address])).toEqual([
      ["10.0.0.7", "02:00:00:00:00:07"],
      ["10.0.0.8", "02:00:00:00:00:08"],
    ]);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);
