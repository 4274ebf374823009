import { type CallContext, coreErrors, type Host } from "@cadastre/inventory-core";
import { failureTextOf, hasTurn, nextTurn } from "@cadastre/inventory-core/protocol";
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type McpHttpHandler,
  type McpServer,
  readRequestBody,
  SdkError,
  type ServerNotifier,
} from "@modelcontextprotocol/server";
import type { McpSettings } from "../mcp-options.ts";
import { refusalOf } from "./allowed-hosts.ts";
import { McpSessions } from "./mcp-sessions.ts";
import { heldStream } from "./held-stream.ts";
import { messageProblem } from "./message-shape.ts";
import { viewOf } from "../toolsets/view.ts";
import { authInfoOf } from "./request-call.ts";

/** Makes the server that answers one request, or one session. Its handlers learn who calls by `callOf`. */
export type ServerFactory = () => McpServer;

/** Messages of a JSON-RPC batch: all of its answers are one, and wait for each other. */
export const MAX_BATCH = 20;

/** Most streams of notifications that are open at once; there is nothing to notify of, so they only wait. */
const MAX_STREAMS = 100;

/** What a service is made of. */
export interface McpServiceParts {
  /** Makes the server that answers one request, or one session. */
  readonly factory: ServerFactory;
  readonly host: Pick<Host, "clock" | "logger">;
  readonly settings: McpSettings;
  /** Names that requests may ask for; any unless given. */
  readonly toolsets?: readonly string[];
}

/**
 * MCP over streamable HTTP, for revisions with sessions and without. Every request is answered by a server of its own and
 * nothing is kept between two, so that it does not matter which host process gets which: there is no session id, GET and
 * DELETE are 405, and cursors say all that is needed to go on.
 *
 * With the option `sessions`, clients of revisions that have them get one when they initialise. What comes without a session
 * is answered as ever.
 */
export class McpService {
  readonly #settings: McpSettings;
  readonly #handler: McpHttpHandler;
  readonly #sessions: McpSessions | undefined;
  readonly #toolsets: readonly string[] | undefined;

  constructor({ factory, host, settings, toolsets }: McpServiceParts) {
    this.#settings = settings;
    this.#toolsets = toolsets;
    const { bodyLimitBytes, sessions: limits } = settings;
    this.#handler = createMcpHandler(factory, {
      maxRequestBodySize: bodyLimitBytes,
      maxSubscriptions: MAX_STREAMS,
      // What a client did wrong it is told; the rest is ours.
      onerror: (error) =>
        host.logger.debug("an MCP request was refused", { error: error instanceof SdkError ? error.message : failureTextOf(error) }),
    });
    if (limits !== undefined) this.#sessions = new McpSessions({ host, limits, bodyLimitBytes, serverFor: factory });
  }

  /** Tells open streams of changes; in this process only. */
  get notify(): ServerNotifier {
    return this.#handler.notify;
  }

  async close(): Promise<void> {
    await Promise.all([this.#handler.close(), this.#sessions?.close()]);
  }

  /**
   * @throws INVALID_INPUT for a batch of more than {@link MAX_BATCH} messages, VALIDATION_ERROR for what the query asks for,
   * RATE_LIMIT_EXCEEDED for a batch of more messages than the caller has requests left, TOO_MANY_STREAMS; with sessions
   * MCP_SESSION_NOT_FOUND, MCP_TOO_MANY_SESSIONS, MCP_SESSIONS_FULL
   */
  async handle(request: Request, call: CallContext): Promise<Response> {
    const refusal = refusalOf(request, this.#settings.allowedHosts);
    if (refusal !== undefined) return refusal;
    void viewOf(request.url, this.#toolsets);
    const body = await this.#bodyOf(request);
    if (body instanceof Response) return body;
    if (Array.isArray(body) && body.length > MAX_BATCH) {
      throw coreErrors.INVALID_INPUT({
        reason: `a batch must hold at most ${MAX_BATCH} messages, not ${body.length}: send the others in further requests`,
      });
    }
    // Each message of a batch is a request like any other; the first was counted as such.
    if (Array.isArray(body) && body.length > 1) call.countRequests?.(body.length - 1);
    // The body was read from a copy: what reads it no further takes it as it is.
    const answer = async (): Promise<Response> =>
      (await this.#inSession(request, call, body)) ??
      (await this.#handler.fetch(request, { authInfo: authInfoOf(call, request), parsedBody: body }));
    // The stream of notifications is open as long as its client likes. (A subscription ends at once: there is nothing to tell.)
    return request.method === "GET" ? await heldStream(call, request.signal, answer) : await answer();
  }

  /** Undefined for what belongs to no session. */
  async #inSession(request: Request, call: CallContext, body: unknown): Promise<Response | undefined> {
    const sessions = this.#sessions;
    if (sessions === undefined) return undefined;
    const id = request.headers.get("mcp-session-id");
    if (id === null && !isInitializeRequest(body)) return undefined;
    if (!(await isLegacyRequest(request, body, { maxRequestBodySize: this.#settings.bodyLimitBytes }))) return undefined;
    return id === null ? await sessions.begin(request, call, body) : await sessions.answer(id, request, call, body);
  }

  /** Returns the JSON body of a POST, or a response that refuses it; undefined for invalid JSON, which the SDK refuses. */
  async #bodyOf(request: Request): Promise<unknown> {
    if (request.method !== "POST") return undefined;
    const text = await readRequestBody(request.clone(), this.#settings.bodyLimitBytes).then(
      (body) => (body.tooLarge ? undefined : body.text),
      () => undefined,
    );
    if (text === undefined) return undefined;
    // Bodies that arrive together are parsed one per turn of the event loop.
    if (!hasTurn()) await nextTurn();
    let body: unknown;
    try {
      const problem = messageProblem(text, () => (body = JSON.parse(text)));
      return problem === undefined ? body : Response.json(errorOf(problem), { status: 400 });
    } catch {
      return undefined;
    }
  }
}

/** The error of an invalid request (JSON-RPC 2.0 §5.1). */
const errorOf = (message: string): object => ({ jsonrpc: "2.0", id: null, error: { code: -32_600, message } });
