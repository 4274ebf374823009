import assert from "node:assert/strict";
import { authPlugin } from "@cadastre/auth";
import { CadastreError, createClient, etagOf } from "@cadastre/client";
import { manifest } from "@cadastre/client/manifest";
import { httpPlugin } from "@cadastre/http-h3";
import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

const administrator = { username: "admin", password: "correct horse battery" };
const http = httpPlugin({ hostname: "127.0.0.1", port: 0 });
const inventory = await createInventory({
  storage: sqlite(":memory:"),
  plugins: [authPlugin({ cookieSecure: false, initialAdmin: administrator }), http],
});
const baseUrl = http.server.url;
const login = await fetch(`${baseUrl}/api/auth/login`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(administrator),
});
const cookie = login.headers
  .getSetCookie()
  .map((line) => line.split(";")[0])
  .join("; ");
const { key: token } = await createClient({ baseUrl, cookie }).keys.create({ name: "example" });

// #region create
const client = createClient({ baseUrl, token });
const lab = await client.networks.create({ name: "lab", subnet: "10.20.0.0/24" });
const pool = await client.pools.create(lab.id, { name: "servers", start_ip: "10.20.0.10", end_ip: "10.20.0.99" });
const { allocations } = await client.pools.allocate(pool.id, { count: 2 }, { idempotencyKey: "order-4711" });
await client.devices.create({ name: "web-01", tags: ["production"], addresses: allocations.map(({ ip }) => ({ ip })) });
// #endregion

// #region list
const names: string[] = [];
for await (const device of client.devices.list({ tags: ["production"] })) names.push(device.name);
// #endregion
assert.deepEqual(names, ["web-01"]);

// #region pages
const { items: newest, next, count } = await client.devices.list({ limit: 50, sort: "-updated_at", count: true }).page();
// #endregion
assert.deepEqual([newest.length, next, count], [1, undefined, 1]);
const [first] = await client.devices.list();
assert(first !== undefined);
const { id } = first;

// #region change
const device = await client.devices.get(id);
try {
  await client.devices.update(id, { os: `${device.os} debian`.trim() }, { ifMatch: etagOf(device) });
} catch (error) {
  if (!(error instanceof CadastreError) || error.code !== "PRECONDITION_FAILED") throw error;
  console.log("somebody else was faster: read it again");
}
// #endregion
assert.equal((await client.devices.get(id)).os, "debian");

// #region follow
const stop = new AbortController();
for await (const { id: cursor, data } of client.events.stream({ after: "0-0", event: "device.updated" }, { signal: stop.signal })) {
  console.log(`${data.event} ${data.record_id}; go on after ${cursor}`);
  stop.abort();
}
// #endregion

// #region manifest
const operation = manifest.operations.find((one) => one.id === "devices.list");
console.log(operation?.summary, operation?.fields.map(({ name }) => name).join(", "));
const found = await client.call("devices.list", { tags: ["production"] });
// #endregion
assert.equal(found.length, 1);

// #region plugins
const extended = createClient({ baseUrl, token, manifest: await client.manifest.get() });
const devices = await extended.call("devices.list", {});
// #endregion
assert.deepEqual(devices, found);
await inventory.close();
console.log("created, listed, changed under a condition, followed");
