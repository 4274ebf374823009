import assert from "node:assert/strict";
import { createInventory } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { defineEntity, MikroORM, p } from "@mikro-orm/postgresql";

const Device = defineEntity({ name: "Device", tableName: "device", properties: { id: p.integer().primary(), owner: p.string() } });
const connectionString = process.env["DATABASE_URL"] ?? "postgresql://localhost/app";
/** As a URL goes to the driver, which knows sockets too. */
const connection = { dbName: new URL(connectionString).pathname.slice(1), driverOptions: { connectionString } };

// #region mikro-orm
const orm = await MikroORM.init({ entities: [Device], ...connection });
const inventory = await createInventory({ storage: postgresql({ orm, schema: "cadastre" }) });
// #endregion

await orm.schema.create();
const em = orm.em.fork();
em.create(Device, { id: 1, owner: "ada" });
await em.flush();

await inventory.devices.create({ name: "printer" });

assert.equal(await orm.em.fork().count(Device), 1);
assert.deepEqual(
  (await inventory.devices.list()).map(({ name }) => name),
  ["printer"],
);
await inventory.close();
await orm.close();
console.log("two registers of devices on the connections of one MikroORM: its own, and the inventory");
