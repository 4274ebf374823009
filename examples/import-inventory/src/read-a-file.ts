import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { readImport } from "@cadastre/importers";

await using inventory = await createInventory({ storage: sqlite(":memory:") });
const path = fileURLToPath(new URL("../data/devices.csv", import.meta.url));

// #region read
const files = [{ name: "devices.csv", open: () => createReadStream(path) }];
const items = readImport({ format: "csv", source: { kind: "files", files }, options: { type: "device" } });
const plan = await inventory.import.plan(items);
for (const line of plan) console.log(line);
// #endregion

const report = await inventory.import.apply(plan, { mode: "per_row" });
assert.deepEqual([report.created, report.failed], [2, 1]);
