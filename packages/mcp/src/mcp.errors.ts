import { defineErrors, errorOf } from "@cadastre/inventory-core";

/** Errors that only the MCP endpoint gives. */
export const mcpErrors = defineErrors({
  MCP_LIST_CHANGED: errorOf(
    "gone",
    "the record that a cursor of a list stands at is there no more",
    (_: Record<never, never>) => "the list has changed where this cursor stands: call the tool again without a cursor",
  ),
  MCP_SESSION_NOT_FOUND: errorOf(
    "not-found",
    "the MCP session has ended, was never there, or is somebody else's",
    (_: Record<never, never>) =>
      "there is no such MCP session, or it is not yours: send initialize without an Mcp-Session-Id, and go on with the one that is " +
      "answered",
  ),
  MCP_TOO_MANY_SESSIONS: errorOf(
    "rate-limited",
    "the user has as many MCP sessions as one may have",
    (d: { most: number }) =>
      `you have ${d.most} MCP sessions, and no more are given to one user: end one with DELETE, or wait until one has idled away`,
  ),
  MCP_SESSIONS_FULL: errorOf(
    "unavailable",
    "the process has as many MCP sessions as it may have",
    (d: { most: number }) => `there are ${d.most} MCP sessions, and this process keeps no more: try again later`,
  ),
  MCP_TOOL_NAME_TAKEN: errorOf(
    "invalid",
    "two operations have one name as tools",
    (d: { name: string; operations: readonly string[] }) =>
      `the operations ${d.operations.join(" and ")} would both be the tool ${d.name}: give one of them another id`,
  ),
  MCP_ARGUMENT_TAKEN: errorOf(
    "invalid",
    "two inputs of an operation have one name as arguments",
    (d: { operation: string; argument: string }) =>
      `the operation ${d.operation} has two inputs called ${d.argument}, which an MCP tool cannot tell apart: rename one`,
  ),
});
