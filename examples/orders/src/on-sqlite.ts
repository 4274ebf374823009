import assert from "node:assert/strict";
// #region tables
import { createInventory, type InventoryTransaction } from "@cadastre/inventory-core";
import { type Generated, sql } from "@cadastre/inventory-core/sql";
import { sqlite } from "@cadastre/inventory-core/sqlite";

/** Tables of the shop, as Kysely takes them. Their names are not those of the inventory. */
interface Shop {
  shop_order: { id: Generated<number>; customer: string; device_id: string; ip: string };
}

const inventory = await createInventory({ storage: sqlite(process.env["SHOP_DATABASE"] ?? ":memory:") });
await inventory.transaction(async (tx: InventoryTransaction<Shop>) => {
  await sql`create table if not exists shop_order (
    id integer primary key, customer text not null, device_id text not null unique, ip text not null
  )`.execute(tx.sql);
});
// #endregion

const network = await inventory.networks.create({ name: "servers", subnet: "192.0.2.0/28" });
const pool = await inventory.pools.create(network.id, { name: "sold", start_ip: "192.0.2.2", end_ip: "192.0.2.3" });

// #region order
/** Sells a server: the address, the device and the order are written together, or none of them. */
async function order(customer: string): Promise<string> {
  return await inventory.transaction(async (tx: InventoryTransaction<Shop>) => {
    const { allocations } = await tx.pools.allocate(pool.id, { note: `sold to ${customer}` });
    const ip = allocations[0]?.ip as string;
    const device = await tx.devices.create({ name: `server-of-${customer}`, addresses: [{ ip }] });
    await tx.sql.insertInto("shop_order").values({ customer, device_id: device.id, ip }).execute();
    return ip;
  });
}
// #endregion

assert.equal(await order("ada"), "192.0.2.2");
assert.equal(await order("grace"), "192.0.2.3");

// The pool is empty: nothing of the third order is left.
await assert.rejects(order("alan"), { code: "IP_NOT_AVAILABLE" });
assert.equal((await inventory.devices.list()).length, 2);

const orders = await inventory.transaction(
  async (tx: InventoryTransaction<Shop>) => await tx.sql.selectFrom("shop_order").select(["customer", "ip"]).orderBy("id").execute(),
);
assert.deepEqual(orders, [
  { customer: "ada", ip: "192.0.2.2" },
  { customer: "grace", ip: "192.0.2.3" },
]);
await inventory.close();
console.log("two orders with their servers on SQLite, and nothing of the third");
