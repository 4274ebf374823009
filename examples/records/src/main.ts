import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createHandler } from "@cadastre/http-h3";
import { createInventory, isInventoryError } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { circuitsPlugin } from "./circuits.ts";

// #region library
await using inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [circuitsPlugin()] });
const { circuits, datacenters } = inventory;
const fra1 = await datacenters.create({ name: "fra1" });
const circuit = await circuits.create({ name: "C-1", provider: "Acme", datacenter_id: fra1.id });
await circuits.update(circuit.id, { bandwidth_mbps: 1000 });
console.log(await circuits.list({ provider: "acme", status: "active" }));
// #endregion
assert.deepEqual(
  (await circuits.list()).map(({ name, bandwidth_mbps }) => [name, bandwidth_mbps]),
  [["C-1", 1000]],
);

// The datacenter stays while a circuit is in it.
await assert.rejects(
  async () => await datacenters.delete(fra1.id),
  (error) => isInventoryError(error) && error.code === "CONFLICT",
);

// Every change can be taken back.
const [last] = await circuits.history(circuit.id);
const undo = await inventory.changes.undo(last?.change_id ?? "");
await inventory.plans.apply(undo.id, { digest: undo.digest });
assert.equal((await circuits.get(circuit.id)).bandwidth_mbps, null);

const server = createServer(createHandler(inventory.host).node).listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const { port } = server.address() as AddressInfo;
// Without a plugin for users every caller of the HTTP API is unknown.
assert.equal((await fetch(`http://127.0.0.1:${port}/api/circuits`)).status, 401);
server.close();
console.log("circuits are in the library, in the history and over HTTP");
