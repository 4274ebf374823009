import type { IncomingMessage, ServerResponse } from "node:http";
import type { H3Event } from "h3";
import { randomUUID } from "node:crypto";
import type { ClientAddresses } from "./client-address.ts";
import { loggedPathOf } from "../server/logged.ts";
import type { LimitState } from "../limits/limit-state.ts";

const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The request and response of Node, when a Node server is below. */
export interface NodePair {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** One request being answered: what is known of it, and what its answer will carry. */
export class Exchange {
  readonly request: Request;
  readonly method: string;
  /** Path as it was sent, still percent-encoded. */
  readonly path: string;
  /** Query string, with its question mark; empty without one. */
  readonly search: string;
  readonly requestId: string;
  /** Address of the client, behind our own proxies if there are any. */
  readonly address: string | undefined;
  /** True when the connection comes from one of our own proxies. */
  readonly viaTrustedProxy: boolean;
  readonly node: NodePair | undefined;
  /** Headers that an operation or a check adds to the answer. */
  readonly added: [string, string][] = [];
  /** For operations and authenticators that add headers to the answer (a session cookie). */
  readonly answerHeaders = { append: (name: string, value: string): void => void this.added.push([name.toLowerCase(), value]) };
  /** How a client that is not let in is told to prove who it is: WWW-Authenticate of a 401. */
  challenge = "Bearer";
  /** Where the client stands in its limit, once known. */
  limit: LimitState | undefined;
  /** Name of the limit that refused it. */
  refusedBy: string | undefined;
  /** Who called, once known: the user's id, of a program the credential's. */
  principalId: string | undefined;

  /** Path under which the world reaches the server; "" for none. No path here has it. */
  readonly basePath: string;

  readonly #pattern: string | undefined;

  /** @param pattern of the route that was found, as h3 writes it */
  constructor(event: H3Event, addresses: ClientAddresses, pattern: string | undefined, basePath: string) {
    this.#pattern = pattern;
    this.basePath = basePath;
    this.request = event.req;
    this.method = event.req.method;
    this.path = event.url.pathname;
    this.search = event.url.search;
    const node = event.runtime?.node;
    // Over HTTP/1.1, which is all that we serve, these are the classes of node:http.
    this.node = node?.res === undefined ? undefined : { req: node.req as IncomingMessage, res: node.res as ServerResponse };
    const given = this.header("x-request-id");
    this.requestId = given !== undefined && SANE_REQUEST_ID.test(given) ? given : randomUUID();
    const peer = this.node?.req.socket?.remoteAddress ?? undefined;
    this.viaTrustedProxy = addresses.trusts(peer);
    this.address = addresses.clientOf(peer, this.header("x-forwarded-for"));
  }

  /** The path as logs may have it. */
  get loggedPath(): string {
    return loggedPathOf(this.#pattern, this.path);
  }

  /** Aborts when the client goes away. */
  get signal(): AbortSignal {
    return this.request.signal;
  }

  get isHead(): boolean {
    return this.method === "HEAD";
  }

  /** A method that changes nothing (RFC 9110 §9.2.1). */
  get isSafe(): boolean {
    return this.method === "GET" || this.method === "HEAD" || this.method === "OPTIONS";
  }

  header(name: string): string | undefined {
    return this.request.headers.get(name) ?? undefined;
  }
}
