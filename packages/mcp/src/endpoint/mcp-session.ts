import { randomUUID } from "node:crypto";
import type { CallContext, Clock, Principal } from "@cadastre/inventory-core";
import { type McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { authInfoOf } from "./request-call.ts";

/** What a session needs of its surroundings. */
export interface SessionParts {
  readonly server: McpServer;
  readonly clock: Clock;
  readonly bodyLimitBytes: number;
  /** Told when the session has ended, in whatever way. */
  readonly onEnd: () => void;
  /** Told of what clients send that means nothing, such as answers that nobody waits for. */
  readonly onError: (error: Error) => void;
}

/** One client of a revision with sessions: a server of its own, which may ask the client something in the midst of a call. */
export class McpSession {
  /** Tells it apart, and cannot be guessed. */
  readonly id = randomUUID();
  /** Who made it. */
  readonly owner: Principal;
  readonly #parts: SessionParts;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  #answering = 0;
  #usedAt: number;

  constructor(owner: Principal, parts: SessionParts) {
    this.owner = owner;
    this.#parts = parts;
    this.#usedAt = parts.clock.now();
    this.#transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => this.id,
      maxRequestBodySize: parts.bodyLimitBytes,
    });
  }

  /** Whether its `initialize` was taken. */
  get hasBegun(): boolean {
    return this.#transport.sessionId !== undefined;
  }

  /** Makes it ready to be answered for. */
  async open(): Promise<void> {
    const { server, onEnd, onError } = this.#parts;
    server.server.onclose = onEnd;
    server.server.onerror = onError;
    await server.connect(this.#transport);
  }

  /** Whether the same user calls by the same key, sign-in or grant as whoever made it. A grant stays the same over refreshes. */
  isOf({ kind, userId, credential, credentialId }: Principal): boolean {
    const { owner } = this;
    return (
      owner.kind === kind && owner.userId === userId && owner.credential?.kind === credential?.kind && owner.credentialId === credentialId
    );
  }

  /** @param body what was read of the request already */
  async answer(request: Request, call: CallContext, body?: unknown): Promise<Response> {
    this.#usedAt = this.#parts.clock.now();
    const response = await this.#transport.handleRequest(request, { authInfo: authInfoOf(call, request), parsedBody: body });
    if (response.body === null) return response;
    // A stream of notifications is open as long as the client likes: it shows no use. A call that waits for its client does.
    if (request.method === "GET") return new Response(begun(response.body, request.signal), response);
    this.#answering += 1;
    return new Response(
      whenOver(response.body, request.signal, () => this.#answered()),
      response,
    );
  }

  /** Whether nothing was asked of it for so long, and nothing is being answered. */
  isIdle(forMs: number): boolean {
    return this.#answering === 0 && this.#parts.clock.now() - this.#usedAt >= forMs;
  }

  /** Ends it: what it waits for fails, and its streams close. */
  async end(): Promise<void> {
    await this.#parts.server.close();
  }

  #answered(): void {
    this.#answering -= 1;
    this.#usedAt = this.#parts.clock.now();
  }
}

/** Begins with a comment: without any bytes the client would not even learn that the stream is open. */
function begun(body: ReadableStream<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const comment = new TextEncoder().encode(": open\n\n");
  return body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({ start: (controller) => controller.enqueue(comment) }), { signal });
}

/** The same bytes; `over` is told when they have ended, or nobody reads them any more, which `signal` tells soonest. */
function whenOver(body: ReadableStream<Uint8Array>, signal: AbortSignal, over: () => void): ReadableStream<Uint8Array> {
  const passage = new TransformStream<Uint8Array, Uint8Array>();
  void body.pipeTo(passage.writable, { signal }).then(over, over);
  return passage.readable;
}
