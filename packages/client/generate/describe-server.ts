import { authPlugin } from "@cadastre/auth";
import { oauthPlugin } from "@cadastre/auth/oauth";
import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { discoveryScannerPlugin } from "@cadastre/discovery-scanner";
import { discoverySnmpPlugin } from "@cadastre/discovery-snmp";
import { leaseSourcesPlugin } from "@cadastre/discovery-scanner/leases";
import { httpPlugin } from "@cadastre/http-h3";
import { type AnyOperation, createInventory, type Host } from "@cadastre/inventory-core";
import { type Manifest, manifestOf } from "@cadastre/inventory-core/protocol";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { mcpPlugin } from "@cadastre/mcp";
import { webhooksPlugin } from "@cadastre/webhooks";

/** What the generated files are made from. */
export interface Service {
  readonly operations: readonly AnyOperation[];
  readonly events: Host["events"];
  readonly manifest: Manifest;
}

/** The server with all its plugins. */
export async function describeServer(): Promise<Service> {
  const plugins = [
    authPlugin(),
    oauthPlugin(),
    discoveryScannerPlugin(),
    leaseSourcesPlugin(),
    discoveryAgentPlugin(),
    discoverySnmpPlugin(),
    webhooksPlugin(),
    mcpPlugin(),
    httpPlugin({ port: 0 }),
  ];
  await using inventory = await createInventory({ storage: sqlite(":memory:"), plugins });
  const { operations, events } = inventory.host;
  return { operations, events, manifest: manifestOf(inventory.host) };
}
