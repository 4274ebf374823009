import { authPlugin } from "@cadastre/auth";
import { oauthPlugin } from "@cadastre/auth/oauth";
import { discoveryScannerPlugin } from "@cadastre/discovery-scanner";
import { httpPlugin } from "@cadastre/http-h3";
import { createInventory, type Manifest, manifestOf } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { mcpPlugin } from "@cadastre/mcp";
import { webhooksPlugin } from "@cadastre/webhooks";

/** The manifest of the server with all its plugins, which the client is made from. */
export async function describeServer(): Promise<Manifest> {
  const plugins = [authPlugin(), oauthPlugin(), discoveryScannerPlugin(), webhooksPlugin(), mcpPlugin(), httpPlugin({ port: 0 })];
  await using inventory = await createInventory({ storage: sqlite(":memory:"), plugins });
  return manifestOf(inventory.host);
}
