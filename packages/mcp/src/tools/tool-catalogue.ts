import { type AnyOperation, type Host, isDestructive, type Principal } from "@cadastre/inventory-core";
import type { Tool } from "@modelcontextprotocol/server";
import { mcpErrors } from "../mcp.errors.ts";
import { toolNameOf } from "./tool-name.ts";
import { isTool, mayUse } from "./tool-rule.ts";
import { type Arguments, argumentsOf, inputSchemaOf, outputSchemaOf } from "./tool-schemas.ts";

/** An operation as a tool. */
export interface OperationTool {
  readonly operation: AnyOperation;
  readonly arguments: Arguments;
  /** As it is listed. */
  readonly listed: Tool;
}

/** The tools of a host, read off its operations. */
export class ToolCatalogue {
  readonly #tools = new Map<string, OperationTool>();

  /** @throws MCP_TOOL_NAME_TAKEN, MCP_ARGUMENT_TAKEN */
  constructor(host: Pick<Host, "operations">) {
    for (const operation of host.operations.filter(isTool)) {
      const name = toolNameOf(operation);
      const other = this.#tools.get(name);
      if (other !== undefined) throw mcpErrors.MCP_TOOL_NAME_TAKEN({ name, operations: [other.operation.id, operation.id] });
      this.#tools.set(name, { operation, arguments: argumentsOf(operation), listed: listedAs(name, operation) });
    }
  }

  /** By name, whoever may use it. */
  get(name: string): OperationTool | undefined {
    return this.#tools.get(name);
  }

  /** What a caller may use, always in the same order. */
  of(principal: Principal): Tool[] {
    return [...this.#tools.values()].filter(({ operation }) => mayUse(principal, operation)).map(({ listed }) => listed);
  }
}

function listedAs(name: string, operation: AnyOperation): Tool {
  const { method } = operation.http;
  const looks = method === "GET";
  return {
    name,
    title: operation.summary,
    description: operation.description === undefined ? `${operation.summary}.` : `${operation.summary}. ${operation.description}`,
    inputSchema: inputSchemaOf(operation) as Tool["inputSchema"],
    outputSchema: outputSchemaOf(operation) as Tool["outputSchema"],
    annotations: {
      title: operation.summary,
      readOnlyHint: looks,
      destructiveHint: isDestructive(operation),
      idempotentHint: looks || method === "PUT" || method === "DELETE",
      openWorldHint: operation.reachesOut === true,
    },
  };
}
