import { createHandler } from "@cadastre/http-h3";
import { applicationUsers, createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

const inventory = await createInventory({
  storage: sqlite("inventory.db"),
  plugins: [applicationUsers(() => ({ id: "7", username: "ann", role: "operator", credential: "token" }))],
});
const handler = createHandler(inventory.host, { basePath: "/ipam" });
// #region deno
const server = Deno.serve({ hostname: "127.0.0.1", port: Number(Deno.env.get("PORT")) }, async (request, { remoteAddr }) =>
  new URL(request.url).pathname.match(/^\/ipam(?:\/|$)/)
    ? await handler.fetch(request, { remoteAddress: remoteAddr.hostname })
    : new Response(null, { status: 404 }),
);
// #endregion

Deno.addSignalListener("SIGTERM", async () => {
  handler.stop();
  await server.shutdown();
  await inventory.close();
  Deno.exit();
});
