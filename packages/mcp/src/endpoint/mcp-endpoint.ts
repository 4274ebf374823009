import { type CallContext, coreErrors, type RawHandler } from "@cadastre/inventory-core";
import type { McpSettings } from "../mcp-options.ts";
import type { McpService } from "./mcp-service.ts";

export const MCP_PATH = "/mcp";

/** Where MCP is served. What answers is loaded, with the SDK, when somebody asks: most servers are never asked. */
export class McpEndpoint implements RawHandler {
  readonly path = MCP_PATH;
  readonly access = "authenticated";
  readonly challenge: string | undefined;
  #load: (() => Promise<McpService>) | undefined;
  #service: Promise<McpService> | undefined;

  constructor({ resourceMetadataUrl: url }: Pick<McpSettings, "resourceMetadataUrl">) {
    this.challenge = url === undefined ? undefined : `Bearer resource_metadata="${url}"`;
  }

  /** @param load called once, with the first request */
  open(load: () => Promise<McpService>): void {
    this.#load = load;
  }

  async close(): Promise<void> {
    const service = this.#service;
    [this.#load, this.#service] = [undefined, undefined];
    await (await service)?.close();
  }

  /** @throws NOT_FOUND below the path, UNAVAILABLE before the start and after the stop, what {@link McpService.handle} throws */
  async handle(request: Request, call: CallContext): Promise<Response> {
    if (new URL(request.url).pathname !== MCP_PATH) throw coreErrors.NOT_FOUND({ what: "path" });
    if (this.#load === undefined) throw coreErrors.UNAVAILABLE({ reason: "the service is stopping" });
    return await (await (this.#service ??= this.#load())).handle(request, call);
  }
}
