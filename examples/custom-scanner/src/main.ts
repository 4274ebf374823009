import assert from "node:assert/strict";
import { createInventory, type ScanPlan } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { staticScanner } from "./static-scanner.ts";

const hosts = [
  { ip: "10.0.0.7", hostname: "printer" },
  { ip: "10.0.0.9", hostname: "excluded" },
  { ip: "10.0.1.1", hostname: "outside" },
];
const plan: ScanPlan = {
  scanType: "quick",
  ranges: [{ first: "10.0.0.0", last: "10.0.0.255" }],
  exclude: [{ first: "10.0.0.9", last: "10.0.0.9" }],
  ports: [],
};

const inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [staticScanner(hosts)] });
const [scanner] = inventory.host.scanners;
assert(scanner !== undefined && inventory.host.scanners.length === 1);
assert.equal(scanner.id, "static-list");
assert.equal(await scanner.available(), null);
assert.deepEqual(await Array.fromAsync(scanner.scan(plan, { signal: new AbortController().signal })), [
  { kind: "observation", ip: "10.0.0.7", hostname: "printer", confidence: 100 },
  { kind: "progress", probed: 1 },
]);
await assert.rejects(Array.fromAsync(scanner.scan(plan, { signal: AbortSignal.abort() })), { name: "AbortError" });
await inventory.close();
console.log("the host knows the scanner, and it reports what the plan asks for");
