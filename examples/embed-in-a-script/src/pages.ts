import assert from "node:assert/strict";
import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

await using inventory = await createInventory({ storage: sqlite(":memory:") });
for (const name of ["a", "b", "c"]) await inventory.devices.create({ name });
const lines: string[] = [];

// #region pages
const newest = await inventory.devices.list({ limit: 2, sort: "-created_at", count: true }).page();
lines.push(`${newest.items.length} of ${newest.count}`);
for (let after = newest.next; after !== undefined;) {
  const page = await inventory.devices.list({ limit: 2, sort: "-created_at", after }).page();
  lines.push(`${page.items.length} more`);
  after = page.next;
}
// #endregion
assert.deepEqual(lines, ["2 of 3", "1 more"]);
