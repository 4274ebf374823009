// The complete public surface of @cadastre/mcp.
export { mcpPlugin } from "./mcp-plugin.ts";
export { McpOptions } from "./mcp-options.ts";
export { mcpErrors } from "./mcp.errors.ts";
