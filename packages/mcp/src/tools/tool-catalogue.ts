import type { Host, Principal } from "@cadastre/inventory-core";
import { isTurnOver, nextTurn } from "@cadastre/inventory-core/protocol";
import type { Tool } from "@modelcontextprotocol/server";
import { mcpErrors } from "../mcp.errors.ts";
import { OperationTool } from "./operation-tool.ts";
import { toolNameOf } from "./tool-name.ts";
import { isTool, mayUse } from "./tool-rule.ts";
import type { Toolsets } from "../toolsets/toolsets.ts";
import type { View } from "../toolsets/view.ts";

/** The tools of a host, read off its operations. */
export class ToolCatalogue {
  readonly #tools = new Map<string, OperationTool>();
  readonly #byOperation = new Map<string, OperationTool>();
  readonly #toolsets: Toolsets;

  /** @throws MCP_TOOL_NAME_TAKEN, MCP_ARGUMENT_TAKEN */
  constructor(host: Pick<Host, "operations">, toolsets: Toolsets) {
    this.#toolsets = toolsets;
    for (const operation of host.operations.filter(isTool)) {
      const name = toolNameOf(operation);
      const other = this.#tools.get(name);
      if (other !== undefined) throw mcpErrors.MCP_TOOL_NAME_TAKEN({ name, operations: [other.operation.id, operation.id] });
      const tool = new OperationTool(name, operation);
      this.#tools.set(name, tool);
      this.#byOperation.set(operation.id, tool);
    }
  }

  /** By name, whoever may use it. */
  get(name: string): OperationTool | undefined {
    return this.#tools.get(name);
  }

  /** By the id of its operation. */
  ofOperation(id: string): OperationTool | undefined {
    return this.#byOperation.get(id);
  }

  /** What a caller may use of the sets that they ask for, always in the same order. */
  async of(principal: Principal, { toolsets, outputSchemas }: View): Promise<Tool[]> {
    const tools: Tool[] = [];
    for (const tool of this.#tools.values()) {
      if (!this.#toolsets.holds(tool.operation, toolsets) || !mayUse(principal, tool.operation)) continue;
      // A schema takes milliseconds the first time.
      if (isTurnOver()) await nextTurn();
      tools.push(outputSchemas ? tool.listed : tool.brief);
    }
    return tools;
  }
}
