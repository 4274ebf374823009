import { createHandler } from "@cadastre/http-h3";
import { applicationUsers, createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

import compression from "compression";
import express from "express";

const inventory = await createInventory({
  storage: sqlite("inventory.db"),
  plugins: [applicationUsers(() => ({ id: "7", username: "ann", role: "operator", credential: "token" }))],
});
const handler = createHandler(inventory.host, { basePath: "/ipam" });
const app = express();
// Event streams are left out of it by themselves.
app.use(compression());
// Bodies that it has read are taken from req.body.
app.use(express.json());
app.use("/ipam", handler.node);
const server = app.listen(Number(process.env["PORT"]), "127.0.0.1");

process.once("SIGTERM", async () => {
  handler.stop();
  await new Promise((resolve) => server.close(resolve));
  await inventory.close();
});
