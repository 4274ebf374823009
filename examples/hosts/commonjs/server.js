// #region require
const { createServer } = require("node:http");
const { createHandler } = require("@cadastre/http-h3");
const { applicationUsers, createInventory } = require("@cadastre/inventory-core");
const { sqlite } = require("@cadastre/inventory-core/sqlite");
// #endregion

async function main() {
  const inventory = await createInventory({
    storage: sqlite("inventory.db"),
    plugins: [applicationUsers(() => ({ id: "7", username: "ann", role: "operator", credential: "token" }))],
  });
  const handler = createHandler(inventory.host, { basePath: "/ipam" });
  const server = createServer(handler.node).listen(Number(process.env["PORT"]), "127.0.0.1");
  process.once("SIGTERM", async () => {
    handler.stop();
    await new Promise((resolve) => server.close(resolve));
    await inventory.close();
  });
}

void main();
