import { openInventory } from "./open-inventory.ts";
import { tokenFor, userOfToken } from "./token-users.ts";
import { visit } from "./visit.ts";

// #region h3
import { H3, type H3Event, serve } from "h3";

const { inventory, handler } = await openInventory(userOfToken);
const app = new H3();
// The Request of h3 knows the address of its client.
const give = async (event: H3Event): Promise<Response> => await handler.fetch(event.req);
app.all("/ipam", give);
app.all("/ipam/**", give);
// #endregion

const server = await serve(app, { port: 0, hostname: "127.0.0.1", silent: true }).ready();
await visit(new URL("/ipam", server.url).href, { cookie: `token=${await tokenFor("7", "ann")}`, "x-requested-with": "XMLHttpRequest" });
handler.stop();
await server.close(true);
await inventory.close();
console.log("h3: with a token of the application in a cookie");
