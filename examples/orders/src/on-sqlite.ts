import assert from "node:assert/strict";
// #region tables
import { createInventory, type InventoryTransaction } from "@cadastre/inventory-core";
import { type Generated, sql } from "@cadastre/inventory-core/sql";
import { sqlite } from "@cadastre/inventory-core/sqlite";

/** Tables of the shop, as Kysely takes them. Their names are not those of the inventory. */
interface Shop {
  shop_order: { id: Generated<number>; customer: string; device_id: string; ip: string };
  shop_invoice: { event_id: string; device: string };
}

const inventory = await createInventory({ storage: sqlite(process.env["SHOP_DATABASE"] ?? ":memory:") });
await inventory.transaction(async (tx: InventoryTransaction<Shop>) => {
  await sql`create table if not exists shop_order (
    id integer primary key, customer text not null, device_id text not null unique, ip text not null
  )`.execute(tx.sql);
  await sql`create table if not exists shop_invoice (event_id text primary key, device text not null)`.execute(tx.sql);
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

const billed = Promise.withResolvers<void>();
// #region bill
await inventory.events.subscribe(
  "billing",
  async ({ id, data }) => {
    await inventory.transaction(async (tx: InventoryTransaction<Shop>) => {
      // An event may come again after a crash: its id is the same, and so is the invoice.
      const invoice = tx.sql.insertInto("shop_invoice").values({ event_id: id, device: data.name });
      await invoice.onConflict((conflict) => conflict.doNothing()).execute();
    });
    if (data.name === "server-of-grace") billed.resolve();
  },
  { from: "start", events: ["device.created"] },
);
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
await billed.promise;
const invoices = await inventory.transaction(
  async (tx: InventoryTransaction<Shop>) => await tx.sql.selectFrom("shop_invoice").select("device").orderBy("event_id").execute(),
);
assert.deepEqual(invoices, [{ device: "server-of-ada" }, { device: "server-of-grace" }]);
await inventory.close();
console.log("two orders on SQLite with their servers and invoices, and nothing of the third");
