import assert from "node:assert/strict";
import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

await using inventory = await createInventory({ storage: sqlite(":memory:") });

// #region ensure
/** Creates what is missing of a site. A second call changes nothing. */
async function setUp(name: string) {
  const { record: site } = await inventory.datacenters.ensure({ name });
  const { record: lan } = await inventory.networks.ensure({ subnet: "10.20.0.0/24", datacenter_id: site.id }, { name: "lan" });
  const range = { start_ip: "10.20.0.10", end_ip: "10.20.0.99" };
  await inventory.pools.ensure({ network_id: lan.id, name: "servers" }, range);
  return await inventory.devices.ensure({ name: "router", datacenter_id: site.id }, { tags: ["managed"] });
}
// #endregion

// #region find
const site = await inventory.datacenters.find({ name: "fra1" });
if (site === null) console.log("fra1 is not set up yet");
// #endregion

const [first, second] = await Promise.all([setUp("fra1"), setUp("fra1")]);
assert.equal(site, null);
assert.equal(first.record.id, second.record.id);
assert.equal([first, second].filter(({ created }) => created).length, 1);
assert.deepEqual(await setUp("fra1"), { record: first.record, created: false });
