import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

const [machine = "web-01"] = process.argv.slice(2);
const inventory = await createInventory({ storage: sqlite("inventory.db") });
const { record: lab } = await inventory.networks.ensure({ subnet: "10.20.0.0/24" }, { name: "lab" });
const range = { start_ip: "10.20.0.10", end_ip: "10.20.0.99" };
const { record: pool } = await inventory.pools.ensure({ network_id: lab.id, name: "servers" }, range);
const { allocations } = await inventory.pools.allocate(pool.id, { key: machine });
console.log(`${machine} has ${allocations.map(({ ip }) => ip).join()}`);
await inventory.close();
