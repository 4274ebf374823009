import { createHandler } from "@cadastre/http-h3";
import { applicationUsers, createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { type Context, Hono } from "hono";

const inventory = await createInventory({
  storage: sqlite("inventory.db"),
  plugins: [applicationUsers(() => ({ id: "7", username: "ann", role: "operator", credential: "token" }))],
});
const handler = createHandler(inventory.host, { basePath: "/ipam" });
const app = new Hono();
const give = async (context: Context): Promise<Response> =>
  await handler.fetch(context.req.raw, { remoteAddress: getConnInfo(context).remote.address });
app.all("/ipam", give);
app.all("/ipam/*", give);
const server = serve({ fetch: app.fetch, port: Number(process.env["PORT"]), hostname: "127.0.0.1" });

process.once("SIGTERM", async () => {
  handler.stop();
  await new Promise((resolve) => server.close(resolve));
  await inventory.close();
});
