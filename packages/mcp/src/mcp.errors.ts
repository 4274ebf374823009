import { defineErrors, type DetailsOf, errorOf } from "@cadastre/inventory-core";

/** Errors that only the MCP endpoint gives. */
export const mcpErrors = defineErrors({
  MCP_LIST_CHANGED: errorOf(
    "gone",
    "the record at the cursor of a list no longer exists",
    (_: Record<never, never>) => "the list has changed at this cursor: call the tool again without a cursor",
  ),
  MCP_SESSION_NOT_FOUND: errorOf(
    "not-found",
    "the MCP session has ended, does not exist, or belongs to another user",
    (_: Record<never, never>) =>
      "unknown MCP session: send initialize without an Mcp-Session-Id, and continue with the one that is " + "answered",
  ),
  MCP_TOO_MANY_SESSIONS: errorOf(
    "rate-limited",
    "the user has reached the limit of MCP sessions",
    (d: { most: number }) => `limit of ${d.most} MCP sessions per user reached: end one with DELETE, or wait until one times out`,
  ),
  MCP_SESSIONS_FULL: errorOf(
    "unavailable",
    "the process has reached the limit of MCP sessions",
    (d: { most: number }) => `limit of ${d.most} MCP sessions of this server reached: retry later`,
  ),
  MCP_TOOL_NAME_TAKEN: errorOf(
    "invalid",
    "two operations have the same tool name",
    (d: { name: string; operations: readonly string[] }) =>
      `the operations ${d.operations.join(" and ")} both map to the tool ${d.name}: change the id of one of them`,
  ),
  MCP_ARGUMENT_TAKEN: errorOf(
    "invalid",
    "two inputs of an operation have the same argument name",
    (d: { operation: string; argument: string }) => `the operation ${d.operation} has two inputs named ${d.argument}: rename one`,
  ),
});

declare module "@cadastre/inventory-core" {
  interface ErrorDetails extends DetailsOf<typeof mcpErrors> {}
}
