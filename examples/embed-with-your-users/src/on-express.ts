import assert from "node:assert/strict";
import { openInventory } from "./open-inventory.ts";
import { listening, visit } from "./visit.ts";

// #region express
import express from "express";
import session from "express-session";

declare module "express-session" {
  interface SessionData {
    user: { id: string; name: string };
  }
}

const { inventory, handler } = await openInventory(({ request }) => {
  const { user } = (request as express.Request).session;
  return user === undefined ? null : { id: user.id, username: user.name, role: "operator", credential: "session" };
});
const app = express();
app.use(session({ secret: "change-me", resave: false, saveUninitialized: false }));
app.use(express.json()); // Bodies that it has read are taken from req.body.
app.post("/login", (req, res) => {
  req.session.user = { id: "7", name: String(req.body.name) };
  res.sendStatus(204);
});
app.use("/ipam", handler.node);
// #endregion

const server = app.listen(0, "127.0.0.1");
const origin = await listening(server);
const login = await fetch(`${origin}/login`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ name: "ann" }),
});
const cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";
// As a browser with a session: without the header that only the page's own scripts can send, nothing is changed.
const body = JSON.stringify({ name: "web-00" });
const headers = { cookie, "content-type": "application/json" };
assert.equal((await fetch(`${origin}/ipam/api/devices`, { method: "POST", headers, body })).status, 403);
await visit(`${origin}/ipam`, { cookie, "x-requested-with": "XMLHttpRequest" });
handler.stop();
server.closeAllConnections();
server.close();
await inventory.close();
console.log("Express: with a session of the application");
