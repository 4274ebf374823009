import type { AnyOperation } from "@cadastre/inventory-core";
import { isDestructive } from "@cadastre/inventory-core/protocol";
import type { Tool } from "@modelcontextprotocol/server";
import {
  type Arguments,
  argumentsOf,
  briefSchema,
  inputSchemaOf,
  listedSchema,
  type ObjectSchema,
  outputSchemaOf,
} from "./tool-schemas.ts";

/**
 * An operation as a tool. Its schemas are made when they are first asked for, and kept: a host that no model talks to has no use for
 * them, and most models are listed few.
 */
export class OperationTool {
  readonly name: string;
  readonly operation: AnyOperation;
  readonly arguments: Arguments;
  #input: ObjectSchema | undefined;
  #listed: Tool | undefined;
  #brief: Tool | undefined;

  /** @throws MCP_ARGUMENT_TAKEN */
  constructor(name: string, operation: AnyOperation) {
    this.name = name;
    this.operation = operation;
    this.arguments = argumentsOf(operation);
  }

  /** What it takes; ids say what they are of. */
  get input(): ObjectSchema {
    return (this.#input ??= inputSchemaOf(this.operation));
  }

  /** As it is listed in full. */
  get listed(): Tool {
    return (this.#listed ??= {
      ...this.#said(),
      inputSchema: listedSchema(this.input) as Tool["inputSchema"],
      outputSchema: outputSchemaOf(this.operation) as Tool["outputSchema"],
      annotations: { title: this.operation.summary, ...this.#hints() },
    });
  }

  /** As it is listed unless somebody asks for more. */
  get brief(): Tool {
    return (this.#brief ??= {
      ...this.#said(),
      inputSchema: briefSchema(this.input) as Tool["inputSchema"],
      annotations: this.#hints(),
    });
  }

  #said(): Pick<Tool, "name" | "title" | "description"> {
    const { summary, description } = this.operation;
    return { name: this.name, title: summary, description: description === undefined ? `${summary}.` : `${summary}. ${description}` };
  }

  #hints(): Tool["annotations"] {
    const { method } = this.operation.http;
    const looks = method === "GET";
    return {
      readOnlyHint: looks,
      destructiveHint: isDestructive(this.operation),
      idempotentHint: looks || method === "PUT" || method === "DELETE",
      openWorldHint: this.operation.reachesOut === true,
    };
  }
}
