import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// The database goes to a folder that is removed at the end.
const folder = mkdtempSync(join(tmpdir(), "cadastre-"));
process.chdir(folder);

// #region http
import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { authPlugin } from "@cadastre/auth";
import { httpPlugin } from "@cadastre/http-h3";

const http = httpPlugin({ port: 0 });
const inventory = await createInventory({ storage: sqlite("inventory.db"), plugins: [authPlugin(), http] });
console.log(http.server.url);
// #endregion
assert.equal((await fetch(`${http.server.url}/readyz`)).status, 200);
assert.equal((await fetch(`${http.server.url}/api/devices`)).status, 401);
// The page of the API, whose scripts come with the package.
for (const path of ["/docs", "/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css"])
  assert.equal((await fetch(http.server.url + path)).status, 200, path);

await inventory.devices.create({ name: "web-01" });
let heard = 0;
// #region events
for await (const { event, data } of inventory.events.stream({ after: "0-0", event: ["device.created"] })) {
  console.log(event, data);
  heard += 1;
  break;
}
// #endregion
assert.equal(heard, 1);

await inventory.close();
process.chdir(tmpdir());
rmSync(folder, { recursive: true });
console.log("the server answered, and its library told of a change");
