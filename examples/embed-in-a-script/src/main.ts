import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// The database goes to a folder that the first run removes at its end.
const [given] = process.argv.slice(2);
const folder = given ?? mkdtempSync(join(tmpdir(), "cadastre-"));
process.chdir(folder);

// #region ten-lines
// #region readme
import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

const inventory = await createInventory({ storage: sqlite("inventory.db") });
inventory.events.on("device.created", (event) => console.log(event.data.name));
const { record: lab } = await inventory.networks.ensure({ subnet: "10.20.0.0/24" }, { name: "lab" });
// #endregion readme
const range = { start_ip: "10.20.0.10", end_ip: "10.20.0.99" };
const { record: pool } = await inventory.pools.ensure({ network_id: lab.id, name: "servers" }, range);
const { allocations } = await inventory.pools.allocate(pool.id, { key: "web-01" });
const { record: web } = await inventory.devices.ensure({ name: "web-01" }, { addresses: allocations.map(({ ip }) => ({ ip })) });
await inventory.close();
// #endregion ten-lines

assert.equal(web.addresses[0]?.ip, "10.20.0.10");
assert.deepEqual(
  web.addresses.map(({ network_id, pool_id }) => ({ network_id, pool_id })),
  [{ network_id: lab.id, pool_id: pool.id }],
);
console.log(web.id);

if (given === undefined) {
  // A second run finds what the first one created: it hears of no new device.
  const second = execFileSync(process.execPath, [import.meta.filename, folder], { encoding: "utf8" });
  assert.equal(second, `${web.id}\n`);
  process.chdir(tmpdir());
  rmSync(folder, { recursive: true });
}
