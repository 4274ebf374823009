import { type AnyOperation, type Host, isDestructive, type Principal } from "@cadastre/inventory-core";
import type { Tool } from "@modelcontextprotocol/server";
import { mcpErrors } from "../mcp.errors.ts";
import { toolNameOf } from "./tool-name.ts";
import { isTool, mayUse } from "./tool-rule.ts";
import type { Toolsets } from "../toolsets/toolsets.ts";
import type { View } from "../toolsets/view.ts";
import {
  type Arguments,
  argumentsOf,
  briefSchema,
  inputSchemaOf,
  listedSchema,
  type ObjectSchema,
  outputSchemaOf,
} from "./tool-schemas.ts";

/** An operation as a tool. */
export interface OperationTool {
  readonly operation: AnyOperation;
  readonly arguments: Arguments;
  /** What it takes; ids say what they are of. */
  readonly input: ObjectSchema;
  /** As it is listed in full. */
  readonly listed: Tool;
  /** As it is listed unless somebody asks for more. */
  readonly brief: Tool;
}

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
      const tool = toolOf(name, operation);
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
  of(principal: Principal, { toolsets, outputSchemas }: View): Tool[] {
    return [...this.#tools.values()]
      .filter(({ operation }) => this.#toolsets.holds(operation, toolsets) && mayUse(principal, operation))
      .map(({ listed, brief }) => (outputSchemas ? listed : brief));
  }
}

function toolOf(name: string, operation: AnyOperation): OperationTool {
  const { method } = operation.http;
  const looks = method === "GET";
  const input = inputSchemaOf(operation);
  const hints = {
    readOnlyHint: looks,
    destructiveHint: isDestructive(operation),
    idempotentHint: looks || method === "PUT" || method === "DELETE",
    openWorldHint: operation.reachesOut === true,
  };
  const said = {
    name,
    title: operation.summary,
    description: operation.description === undefined ? `${operation.summary}.` : `${operation.summary}. ${operation.description}`,
  };
  return {
    operation,
    arguments: argumentsOf(operation),
    input,
    brief: { ...said, inputSchema: briefSchema(input) as Tool["inputSchema"], annotations: hints },
    listed: {
      ...said,
      inputSchema: listedSchema(input) as Tool["inputSchema"],
      outputSchema: outputSchemaOf(operation) as Tool["outputSchema"],
      annotations: { title: operation.summary, ...hints },
    },
  };
}
