import { defineErrors, errorOf } from "@cadastre/inventory-core";

/** Errors that only the MCP endpoint gives. */
export const mcpErrors = defineErrors({
  MCP_LIST_CHANGED: errorOf("gone", "the record that a cursor of a list stands at is there no more", (_: Record<never, never>) =>
    "the list has changed where this cursor stands: call the tool again without a cursor",
  ),
  MCP_TOOL_NAME_TAKEN: errorOf("invalid", "two operations have one name as tools", (d: { name: string; operations: readonly string[] }) =>
    `the operations ${d.operations.join(" and ")} would both be the tool ${d.name}: give one of them another id`,
  ),
  MCP_ARGUMENT_TAKEN: errorOf("invalid", "two inputs of an operation have one name as arguments", (d: { operation: string; argument: string }) =>
    `the operation ${d.operation} has two inputs called ${d.argument}, which an MCP tool cannot tell apart: rename one`,
  ),
});
