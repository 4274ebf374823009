import assert from "node:assert/strict";
import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

await using inventory = await createInventory({ storage: sqlite(":memory:") });

// #region import
const rows = [
  { at: { line: 2 }, type: "network" as const, ref: "n1", set: { name: "office", subnet: "10.0.0.0/24" } },
  { at: { line: 3 }, type: "device" as const, set: { name: "web-1", addresses: [{ ip: "10.0.0.7", network: { ref: "n1" } }] } },
];
const plan = await inventory.import.plan(rows);
for (const line of plan) if (line.kind === "step") console.log(line.action, line.row.set["name"], line.problems ?? "");
const report = await inventory.import.apply(plan, { mode: "per_row" });
// #endregion

assert.deepEqual(report, { created: 2, updated: 0, unchanged: 0, failed: 0, errors: [] });
