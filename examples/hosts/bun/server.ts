import { createHandler } from "@cadastre/http-h3";
import { applicationUsers, createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

const inventory = await createInventory({
  storage: sqlite("inventory.db"),
  plugins: [applicationUsers(() => ({ id: "7", username: "ann", role: "operator", credential: "token" }))],
});
const handler = createHandler(inventory.host, { basePath: "/ipam" });
// #region bun
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(process.env["PORT"]),
  // Streams of events send something every 15 seconds; Bun closes idle connections after 10 by default.
  idleTimeout: 60,
  routes: {
    "/ipam": async (request, bun) => await handler.fetch(request, { remoteAddress: bun.requestIP(request)?.address }),
    "/ipam/*": async (request, bun) => await handler.fetch(request, { remoteAddress: bun.requestIP(request)?.address }),
  },
});
// #endregion

process.once("SIGTERM", async () => {
  handler.stop();
  await server.stop(true);
  await inventory.close();
  process.exit();
});
