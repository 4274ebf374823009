import { createServer } from "node:http";
import { createHandler } from "@cadastre/http-h3";
import { applicationUsers, createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

async function main() {
  const inventory = await createInventory({
    storage: sqlite("inventory.db"),
    plugins: [applicationUsers(() => ({ id: "7", username: "ann", role: "operator", credential: "token" }))],
  });
  const handler = createHandler(inventory.host, { basePath: "/ipam", apiReference: false });
  const server = createServer(handler.node).listen(Number(process.env["PORT"]), "127.0.0.1");
  process.once("SIGTERM", async () => {
    handler.stop();
    await new Promise((resolve) => server.close(resolve));
    await inventory.close();
  });
}

void main();
