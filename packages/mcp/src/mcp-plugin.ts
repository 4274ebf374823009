import { definePlugin, type Plugin, provide, serviceToken } from "@cadastre/inventory-core";
import { McpEndpoint } from "./endpoint/mcp-endpoint.ts";
import { InventoryServers } from "./inventory-server.ts";
import { mcpErrors } from "./mcp.errors.ts";
import { McpOptions, settingsOf } from "./mcp-options.ts";

const ENDPOINT = serviceToken<McpEndpoint>("mcp-endpoint");

/**
 * The operations of a host as tools for AI clients, at `/mcp`. Callers are who the host's authenticators say, and may do what
 * these may. It is served by the HTTP plugin, which is given last.
 * @throws VALIDATION_ERROR naming each option that is wrong
 *
 * @example
 * createInventory({ storage: sqlite("inventory.db"), plugins: [authPlugin(), mcpPlugin(), httpPlugin()] })
 */
export function mcpPlugin(options: McpOptions = {}): Plugin {
  const settings = settingsOf(options);
  return definePlugin({
    id: "mcp",
    engine: "*",
    features: ["mcp"],
    services: [provide(ENDPOINT, [], () => new McpEndpoint(settings))],
    errors: mcpErrors.definitions,
    options: McpOptions,
    rawHandlers: [ENDPOINT],
    start: (host) => {
      const servers = new InventoryServers(host, settings);
      host.get(ENDPOINT).open(() => servers.serverFor(), host, servers.toolsets);
    },
    stop: async (host) => await host.get(ENDPOINT).close(),
  });
}
