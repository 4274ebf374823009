import assert from "node:assert/strict";
// #region client
import { createInventory, type InventoryTransaction } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { drizzle } from "drizzle-orm/node-postgres";
import { pgSchema, serial, text } from "drizzle-orm/pg-core";
import { Pool, type PoolClient } from "pg";

// The schema is named: on the connection of a transaction, the tables of the inventory come first.
const orders = pgSchema("shop").table("orders", {
  id: serial().primaryKey(),
  customer: text().notNull(),
  deviceId: text("device_id").notNull(),
});

const pool = new Pool({ connectionString: process.env["DATABASE_URL"] });
const inventory = await createInventory({ storage: postgresql({ pool, schema: "cadastre" }) });

/** Sells a server: the device and the order are written together, or none of them. */
async function order(customer: string, name: string): Promise<void> {
  await inventory.transaction(async (tx: InventoryTransaction<unknown, PoolClient>) => {
    const device = await tx.devices.create({ name });
    await drizzle(tx.client).insert(orders).values({ customer, deviceId: device.id });
  });
}
// #endregion

await pool.query("create schema shop");
await pool.query("create table shop.orders (id serial primary key, customer text not null, device_id text not null unique)");

await order("ada", "server-1");
// A device without a name is refused, and so is its order.
await assert.rejects(order("grace", ""), { code: "VALIDATION_ERROR" });

const sold = await drizzle(pool).select({ customer: orders.customer, deviceId: orders.deviceId }).from(orders);
const devices = await inventory.devices.list();
assert.deepEqual(sold, [{ customer: "ada", deviceId: devices[0]?.id }]);
assert.equal(devices.length, 1);

await inventory.close();
await pool.end();
console.log("one order with its server on PostgreSQL, and nothing of the second");
