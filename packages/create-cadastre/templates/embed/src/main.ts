import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

const [machine = "web-01"] = process.argv.slice(2);
const inventory = await createInventory({ storage: sqlite("inventory.db") });
const [lab = await inventory.networks.create({ name: "lab", subnet: "10.20.0.0/24" })] = await inventory.networks.list({ name: "lab" });
const [pool = await inventory.pools.create(lab.id, { name: "servers", start_ip: "10.20.0.10", end_ip: "10.20.0.99" })] =
  await inventory.pools.list(lab.id);
const { allocations } = await inventory.pools.allocate(pool.id, { key: machine });
console.log(`${machine} has ${allocations.map(({ ip }) => ip).join()}`);
await inventory.close();
