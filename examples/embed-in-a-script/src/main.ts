import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// The database goes to a folder that is removed at the end.
const folder = mkdtempSync(join(tmpdir(), "cadastre-"));
process.chdir(folder);

// #region ten-lines
// #region readme
import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

const inventory = await createInventory({ storage: sqlite("inventory.db") });
inventory.events.on("device.created", (event) => console.log(event.data.name));
const lab = await inventory.networks.create({ name: "lab", subnet: "10.20.0.0/24" });
// #endregion readme
const pool = await inventory.pools.create(lab.id, { name: "servers", start_ip: "10.20.0.10", end_ip: "10.20.0.99" });
const { allocations } = await inventory.pools.allocate(pool.id, { key: "web-01" });
const web = await inventory.devices.create({ name: "web-01", addresses: allocations.map(({ ip }) => ({ ip })) });
await inventory.close();
// #endregion ten-lines

assert.equal(web.addresses[0]?.ip, "10.20.0.10");
assert.deepEqual(
  web.addresses.map(({ network_id, pool_id }) => ({ network_id, pool_id })),
  [{ network_id: lab.id, pool_id: pool.id }],
);
process.chdir(tmpdir());
rmSync(folder, { recursive: true });
