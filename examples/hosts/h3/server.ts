import { createHandler } from "@cadastre/http-h3";
import { applicationUsers, createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { H3, type H3Event, serve } from "h3";

const inventory = await createInventory({
  storage: sqlite("inventory.db"),
  plugins: [applicationUsers(() => ({ id: "7", username: "ann", role: "operator", credential: "token" }))],
});
const handler = createHandler(inventory.host, { basePath: "/ipam" });
const app = new H3();
const give = async (event: H3Event): Promise<Response> => await handler.fetch(event.req);
app.all("/ipam", give);
app.all("/ipam/**", give);
const server = serve(app, { port: Number(process.env["PORT"]), hostname: "127.0.0.1", silent: true, gracefulShutdown: false });

process.once("SIGTERM", async () => {
  handler.stop();
  await server.close(true);
  await inventory.close();
});
