import assert from "node:assert/strict";
import { authPlugin, SETUP } from "@cadastre/auth";
import { httpPlugin } from "@cadastre/http-h3";
import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

// #region server
const storage = sqlite(process.env["DATABASE_FILE"] ?? ":memory:");
const http = httpPlugin({ hostname: "127.0.0.1", port: 0 });
const inventory = await createInventory({ storage, plugins: [authPlugin({ cookieSecure: false }), http] });
console.log(`listening on ${http.server.url} with ${storage.name}`);
// #endregion

const setup = inventory.host.get(SETUP).state;
assert(setup.kind === "token", "a new database has no user yet");
const administrator = { username: "admin", password: "correct horse battery" };
const headers: Record<string, string> = { "content-type": "application/json", "x-requested-with": "XMLHttpRequest" };
const call = async (method: string, path: string, body?: object): Promise<Response> => {
  const response = await fetch(http.server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  assert(response.ok, `${method} ${path}: ${response.status} ${response.ok ? "" : await response.text()}`);
  return response;
};

await call("POST", "/api/auth/bootstrap", { token: setup.token, ...administrator });
const login = await call("POST", "/api/auth/login", administrator);
headers["cookie"] = login.headers
  .getSetCookie()
  .map((cookie) => cookie.split(";")[0])
  .join("; ");
const created = (await (await call("POST", "/api/datacenters", { name: "Basement" })).json()) as { id: string };
const read = await (await call("GET", `/api/datacenters/${created.id}`)).json();
assert.deepEqual(read, created);
assert.deepEqual(await inventory.datacenters.list(), [read]);
await inventory.close();
console.log("set up, logged in, created and read a datacenter, stopped");
