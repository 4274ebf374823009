import { definePlugin, type Plugin, provide, serviceToken } from "@cadastre/inventory-core";
import { McpEndpoint } from "./endpoint/mcp-endpoint.ts";
import { mcpErrors } from "./mcp.errors.ts";
import { McpOptions, settingsOf } from "./mcp-options.ts";
import { ToolCatalogue } from "./tools/tool-catalogue.ts";
import { Toolsets } from "./toolsets/toolsets.ts";

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
    features: ["mcp"],
    services: [provide(ENDPOINT, [], () => new McpEndpoint(settings))],
    errors: mcpErrors.definitions,
    options: McpOptions,
    rawHandlers: [ENDPOINT],
    start: (host) => {
      const toolsets = new Toolsets(host, settings.toolsets);
      // What is wrong with tools is told at the start.
      const tools = new ToolCatalogue(host, toolsets);
      host.get(ENDPOINT).open(async () => {
        const { inventoryService } = await import("./inventory-service.ts");
        return inventoryService(host, settings, { toolsets, tools });
      });
    },
    stop: async (host) => await host.get(ENDPOINT).close(),
  });
}
