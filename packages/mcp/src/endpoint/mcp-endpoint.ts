import { type CallContext, coreErrors, failureTextOf, type Logger, type RawHandler } from "@cadastre/inventory-core";
import { type AuthInfo, createMcpHandler, type McpHttpHandler, type McpServer, SdkError, type ServerNotifier } from "@modelcontextprotocol/server";
import type { McpSettings } from "../mcp-options.ts";
import { refusalOf } from "./allowed-hosts.ts";

/** Makes the server that answers one request, for its caller. */
export type ServerFactory = (call: CallContext) => McpServer;

export const MCP_PATH = "/mcp";

/** Most streams of notifications that are open at once; there is nothing to notify of, so they only wait. */
const MOST_STREAMS = 100;

/**
 * MCP over streamable HTTP, for revisions with sessions and without. Every request is answered by a server of its own and
 * nothing is kept between two, so that it does not matter which host process gets which: there is no session id, GET and
 * DELETE are 405, and cursors say all that is needed to go on.
 */
export class McpEndpoint implements RawHandler {
  readonly path = MCP_PATH;
  readonly access = "authenticated";
  readonly challenge: string | undefined;
  readonly #settings: McpSettings;
  #handler: McpHttpHandler | undefined;

  constructor(settings: McpSettings) {
    this.#settings = settings;
    this.challenge = settings.resourceMetadataUrl === undefined ? undefined : `Bearer resource_metadata="${settings.resourceMetadataUrl}"`;
  }

  /** @returns what tells open streams of changes; in this process only */
  open(factory: ServerFactory, logger: Logger): ServerNotifier {
    const handler = createMcpHandler(({ authInfo }) => factory(authInfo?.extra?.["call"] as CallContext), {
      maxRequestBodySize: this.#settings.bodyLimitBytes,
      maxSubscriptions: MOST_STREAMS,
      // What a client did wrong it is told; the rest is ours.
      onerror: (error) => logger.debug("an MCP request was refused", { error: error instanceof SdkError ? error.message : failureTextOf(error) }),
    });
    this.#handler = handler;
    return handler.notify;
  }

  async close(): Promise<void> {
    await this.#handler?.close();
    this.#handler = undefined;
  }

  /** @throws NOT_FOUND below the path, UNAVAILABLE before the start and after the stop */
  async handle(request: Request, call: CallContext): Promise<Response> {
    if (new URL(request.url).pathname !== MCP_PATH) throw coreErrors.NOT_FOUND({ what: "path" });
    const handler = this.#handler;
    if (handler === undefined) throw coreErrors.UNAVAILABLE({ reason: "the service is stopping" });
    return refusalOf(request, this.#settings.allowedHosts) ?? (await handler.fetch(request, { authInfo: authInfoOf(call) }));
  }
}

/** The call on its way through the SDK. The token stays outside: nobody behind this needs it. */
function authInfoOf({ principal, signal, requestId, remoteAddress }: CallContext): AuthInfo {
  const call: CallContext = { principal, signal, requestId, remoteAddress, source: "mcp" };
  return { token: "", clientId: principal.credentialId ?? "", scopes: [], extra: { call } };
}
