import assert from "node:assert/strict";
import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

await using inventory = await createInventory({ storage: sqlite(":memory:") });
const web = await inventory.devices.create({ name: "web-1", addresses: [{ ip: "10.4.0.20" }] });

// #region plan
const plan = await inventory.plans.create({
  title: "A network of their own for the web servers",
  steps: [
    { operation: "networks.create", body: { name: "web", subnet: "10.4.0.0/24" } },
    { operation: "devices.update", params: { id: web.id }, body: { addresses: [{ ip: "10.4.0.10", network_id: "$0.id" }] } },
  ],
});
for (const { action, type, name } of plan.effects.records) console.log(action, type, name);
const applied = await inventory.plans.apply(plan.id);
// #endregion

assert.equal(applied.status, "applied");
assert.deepEqual(plan.effects.records.map(({ action, type, name }) => `${action} ${type} ${name}`).toSorted(), [
  "create network web",
  "update device web-1",
]);
assert.equal((await inventory.devices.get(web.id)).addresses[0]?.ip, "10.4.0.10");
