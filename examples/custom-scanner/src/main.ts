import assert from "node:assert/strict";
import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { staticScanner } from "./static-scanner.ts";

const hosts = [
  { ip: "10.0.0.7", macAddress: "02:00:00:00:00:07" },
  { ip: "10.0.1.1", macAddress: "02:00:00:00:01:01" },
];

// #region use
await using inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [staticScanner(hosts)] });
const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/24" });
let scan = await inventory.scans.start(network.id, { scan_type: "quick" });
for await (scan of inventory.scans.watch(scan.id)) console.log(scan.status, scan.progress_percent);
// #endregion
assert.deepEqual([scan.status, scan.scanned_hosts, scan.found_hosts, scan.error_message], ["completed", 1, 1, ""]);
// Of the others the list says nothing: none of them is marked down.
assert.equal(scan.coverage.skipped, 253);
const [found, ...others] = await inventory.discoveredDevices.list({ network_id: network.id });
assert.deepEqual(others, []);
assert.deepEqual([found?.ip, found?.mac_address, found?.status], ["10.0.0.7", "02:00:00:00:00:07", "up"]);
console.log("the scan ran with the scanner of this example, and found the host that its list has in the network");
