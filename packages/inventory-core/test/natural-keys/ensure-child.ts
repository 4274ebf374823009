import { createInventory } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { once } from "node:events";

// Says `ready`, waits for a byte, ensures one record of each kind by one key many times at once, and prints the answers as a line of JSON:
// `node ensure-child.ts <database> <calls> <network>`.

const [database = "", calls = "0", network_id = ""] = process.argv.slice(2);
await using inventory = await createInventory({
  storage: database.startsWith("postgresql:") ? postgresql(database) : sqlite(database),
});
const { datacenters, networks, pools, devices } = inventory;
const range = { start_ip: "10.9.0.10", end_ip: "10.9.0.20" };
console.info("ready");
await once(process.stdin, "data");
process.stdin.destroy();
const answers = await Promise.all(
  Array.from({ length: Number(calls) }, async () => [
    await datacenters.ensure({ name: "fra1" }),
    await networks.ensure({ subnet: "10.0.0.0/24" }, { name: "lan" }),
    await pools.ensure({ network_id, name: "servers" }, range),
    await devices.ensure({ name: "web" }, { addresses: [{ ip: "10.0.0.1" }] }),
  ]),
);
console.info(JSON.stringify(answers.map((all) => all.map(({ record: { id }, created }) => ({ id, created })))));
