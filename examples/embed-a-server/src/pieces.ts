import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { authPlugin } from "@cadastre/auth";
import { discoveryScannerPlugin } from "@cadastre/discovery-scanner";
import { createHandler, httpPlugin } from "@cadastre/http-h3";
import { createInventory, KeyRing } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { mcpPlugin } from "@cadastre/mcp";
import { webUiPlugin } from "@cadastre/web-ui";
import { webhooksPlugin } from "@cadastre/webhooks";

const keyRing = KeyRing.parse(KeyRing.generate());
const storage = sqlite(":memory:");
{
  const inventory = await createInventory({ storage });
  // #region handler
  const handler = createHandler(inventory.host);
  const server = createServer(handler.node).listen(0, "127.0.0.1");
  // #endregion
  await new Promise((resolve) => server.once("listening", resolve));
  assert.equal((await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/healthz`)).status, 200);
  server.close();
  await inventory.close();
}
{
  // #region auth
  const inventory = await createInventory({ storage, plugins: [authPlugin(), httpPlugin({ port: 0 })] });
  // #endregion
  assert.ok(inventory.host.permissions.some(({ name }) => name === "user:create"));
  await inventory.close();
}
{
  // #region scanner
  const inventory = await createInventory({ storage, plugins: [discoveryScannerPlugin(), httpPlugin({ port: 0 })] });
  // #endregion
  assert.deepEqual(
    inventory.host.scanners.map(({ id }) => id),
    ["connect"],
  );
  await inventory.close();
}
{
  // #region mcp
  const inventory = await createInventory({ storage, plugins: [authPlugin(), mcpPlugin(), httpPlugin({ port: 0 })] });
  // #endregion
  assert.ok(inventory.host.rawHandlers.some(({ path }) => path === "/mcp"));
  await inventory.close();
}
{
  // #region webhooks
  const inventory = await createInventory({ storage, keyRing, plugins: [webhooksPlugin(), httpPlugin({ port: 0 })] });
  // #endregion
  assert.ok(inventory.host.operations.some(({ id }) => id === "webhooks.create"));
  await inventory.close();
}
{
  // #region page
  const inventory = await createInventory({ storage, plugins: [authPlugin(), webUiPlugin(), httpPlugin({ port: 0 })] });
  // #endregion
  assert.ok(inventory.host.rawHandlers.some(({ path }) => path === "/"));
  await inventory.close();
}
console.log("each plugin runs in a server of its own");
