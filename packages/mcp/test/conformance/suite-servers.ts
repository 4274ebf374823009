import { httpPlugin } from "@cadastre/http-h3";
import { type Authenticator, createInventory, definePlugin, type Plugin, provide, serviceToken } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { McpServer } from "@modelcontextprotocol/server";
import { McpEndpoint } from "../../src/endpoint/mcp-endpoint.ts";
import { McpService, type ServerFactory } from "../../src/endpoint/mcp-service.ts";
import { mcpPlugin } from "../../src/index.ts";
import { settingsOf } from "../../src/mcp-options.ts";
import { registerAskingTools } from "./fixtures/asking-tools.ts";
import { registerContentTools } from "./fixtures/content-tools.ts";
import { registerInputTools, stateCodec } from "./fixtures/input-tools.ts";
import { registerPromptsAndResources } from "./fixtures/prompts-and-resources.ts";

const EVERYBODY = serviceToken<Authenticator>("test-everybody");
const ENDPOINT = serviceToken<McpEndpoint>("test-endpoint");

/** Everybody is an administrator: the suite cannot send credentials. */
const everybody = definePlugin({
  id: "test-everybody",
  engine: "*",
  services: [
    provide(EVERYBODY, [], () => ({
      id: "test-everybody",
      priority: 1,
      authenticate: async () =>
        ({
          kind: "user",
          userId: "suite",
          username: "suite",
          permissions: "all",
          credential: KEY_CREDENTIAL,
          credentialId: "suite",
        }) as const,
    })),
  ],
  authenticators: [EVERYBODY],
});

const SETTINGS = settingsOf({ sessions: { maxPerUser: 1_000 } });

/** Our endpoint, unchanged, with sessions, and with the tools, prompts and resources that the suite wants to find. */
const fixtures = definePlugin({
  id: "test-fixtures",
  engine: "*",
  services: [provide(ENDPOINT, [], () => new McpEndpoint(SETTINGS))],
  rawHandlers: [ENDPOINT],
  start: (host) => {
    const factory: ServerFactory = () => {
      const mcp = new McpServer(
        { name: "fixtures", version: "1.0.0" },
        {
          capabilities: {
            tools: { listChanged: true },
            resources: { subscribe: true, listChanged: true },
            prompts: { listChanged: true },
            logging: {},
            completions: {},
          },
          requestState: { verify: async (state, context) => await stateCodec.verify(state, context) },
        },
      );
      registerContentTools(mcp, service.notify);
      registerAskingTools(mcp);
      registerInputTools(mcp);
      registerPromptsAndResources(mcp);
      return mcp;
    };
    const service = new McpService({ factory, host, settings: SETTINGS });
    host.get(ENDPOINT).open(async () => service);
  },
  stop: async (host) => await host.get(ENDPOINT).close(),
});

/** A server for the suite: `real` is what users get, `fixtures` has what the suite looks for. */
export async function suiteServer(kind: "real" | "fixtures"): Promise<{ readonly url: string; close(): Promise<void> }> {
  const http = httpPlugin({ port: 0, rateLimit: { enabled: false } });
  const served: Plugin = kind === "real" ? mcpPlugin() : fixtures;
  const inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [everybody, served, http] });
  return { url: `${http.server.url}/mcp`, close: async () => await inventory.close() };
}
