import type { Server } from "node:http";
import { openInventory } from "./open-inventory.ts";
import { tokenFor, userOfToken } from "./token-users.ts";
import { listening, visit } from "./visit.ts";

// #region hono
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { type Context, Hono } from "hono";

const { inventory, handler } = await openInventory(userOfToken);
const app = new Hono();
const give = async (context: Context): Promise<Response> =>
  await handler.fetch(context.req.raw, { remoteAddress: getConnInfo(context).remote.address });
app.all("/ipam", give);
app.all("/ipam/*", give);
// #endregion

const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
await visit(`${await listening(server)}/ipam`, { authorization: `Bearer ${await tokenFor("7", "ann")}` });
handler.stop();
server.closeAllConnections();
server.close();
await inventory.close();
console.log("Hono: with a token of the application");
