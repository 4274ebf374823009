import assert from "node:assert/strict";
import { authPlugin } from "@cadastre/auth";
import { httpPlugin, openApiDocument } from "@cadastre/http-h3";
import { createInventory, isInventoryError, servicesOf } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { rackUnitOperations } from "./rack-units.ts";
import { racksPlugin } from "./racks-plugin.ts";

const administrator = { username: "admin", password: "correct horse battery" };
const http = httpPlugin({ port: 0 });
await using inventory = await createInventory({
  storage: sqlite(":memory:"),
  plugins: [authPlugin({ cookieSecure: false, initialAdmin: administrator }), racksPlugin(), http],
});

// #region library
const { racks } = inventory;
const rackUnits = servicesOf(inventory.host, rackUnitOperations);
const first = await racks.create({ name: "A1" });
console.log(first.height_units, await rackUnits.get());
// #endregion
assert.equal(first.height_units, 42);
assert.deepEqual(await rackUnits.get(), { racks: 1, units: 42 });
await assert.rejects(
  async () => await racks.create({ name: "A1" }),
  (error) => isInventoryError(error) && error.code === "ALREADY_EXISTS",
);
await assert.rejects(
  async () => await racks.create({ name: "", height_units: 99 }),
  (error) => isInventoryError(error) && error.code === "VALIDATION_ERROR",
);

const headers: Record<string, string> = { "content-type": "application/json", "x-requested-with": "XMLHttpRequest" };
const call = async (method: string, path: string, body?: object): Promise<Response> =>
  await fetch(http.server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
assert.equal((await call("GET", "/api/racks")).status, 401);
const login = await call("POST", "/api/auth/login", administrator);
headers["cookie"] = login.headers
  .getSetCookie()
  .map((cookie) => cookie.split(";")[0])
  .join("; ");
const second = await call("POST", "/api/racks", { name: "A2", height_units: 24 });
assert.equal(second.status, 201);
assert.deepEqual(await (await call("GET", "/api/racks")).json(), [first, await second.json()]);
assert.equal((await call("POST", "/api/racks", { name: "A2" })).status, 409);
assert.deepEqual(await (await call("GET", "/api/rack-units")).json(), { racks: 2, units: 66 });
assert.equal((await racks.update(first.id, { height_units: 45 })).height_units, 45);
await racks.delete(first.id);

// The changes are in the event log and in the audit log, and the routes in the document.
assert.deepEqual(
  (await inventory.events.read()).events.map(({ event, data }) => [event, (data as { name: string }).name]),
  [
    ["rack.created", "A1"],
    ["rack.created", "A2"],
    ["rack.updated", "A1"],
    ["rack.deleted", "A1"],
  ],
);
assert.equal((await inventory.audit.list({ resource: "rack" })).length, 4);
assert.ok(openApiDocument(inventory.host).paths["/api/racks/{id}"]?.["get"]);
assert.equal((await inventory.verify()).count, 0);
console.log("the plugin's racks are in the library, over HTTP, in the logs and in the document");
