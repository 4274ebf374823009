import assert from "node:assert/strict";
// #region pool
import { createInventory } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { Pool } from "pg";

const pool = new Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
const inventory = await createInventory({ storage: postgresql({ pool, schema: "cadastre" }) });
// #endregion

// The application's own table, of a name that Cadastre uses too.
await pool.query("create table public.device (id int primary key, owner text not null)");
await pool.query("insert into public.device values (1, 'ada')");
const before = await pool.query("select current_setting('search_path') as path, 1::bigint as whole");

const network = await inventory.networks.create({ name: "office", subnet: "192.0.2.0/28" });
const addresses = await inventory.pools.create(network.id, { name: "leases", start_ip: "192.0.2.2", end_ip: "192.0.2.14" });
const { allocations } = await inventory.pools.allocate(addresses.id, {});
assert.deepEqual(
  allocations.map(({ ip }) => ip),
  ["192.0.2.2"],
);

assert.deepEqual((await pool.query("select * from public.device")).rows, [{ id: 1, owner: "ada" }]);
assert.deepEqual((await pool.query("select current_setting('search_path') as path, 1::bigint as whole")).rows, before.rows);

// #region end
await inventory.close();
await pool.end();
// #endregion
console.log("allocated an address on the application's connections, and left its table and settings alone");
