import type { IncomingMessage, ServerResponse } from "node:http";
import type { H3Event } from "h3";
import { randomUUID } from "node:crypto";
import type { ClientAddresses } from "./client-address.ts";
import { loggedPathOf } from "../server/logged.ts";
import type { GivenRequest } from "../server/given-request.ts";
import type { LimitState } from "../limits/limit-state.ts";
import { bytesOfTaken, takenFromNode, takenFromRequest, type TakenBody } from "./taken-body.ts";

const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Under which name the request of an application is kept in the context of h3. */
export const GIVEN = "given";

/** The request and response of Node, when a Node server is below. */
export interface NodePair {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** One request being answered: what is known of it, and what its answer will carry. */
export class Exchange {
  readonly request: Request;
  readonly method: string;
  /** The request as an application gave it to the handler, with all that its middleware put on it. */
  readonly original: IncomingMessage | Request;
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
  /** What the application around us has read of the body; undefined when it is still to be read. */
  readonly taken: TakenBody | undefined;
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
    const embedded = event.context[GIVEN] as GivenRequest | undefined;
    if (this.node !== undefined) this.taken = takenFromNode(this.node.req);
    else this.taken = embedded === undefined ? undefined : takenFromRequest(embedded.request, embedded.body);
    this.original = embedded?.request ?? this.node?.req ?? this.request;
    const peer = this.node?.req.socket?.remoteAddress ?? embedded?.remoteAddress;
    this.viaTrustedProxy = addresses.trusts(peer);
    this.address = addresses.clientOf(peer, this.header("x-forwarded-for"));
  }

  /** The path as logs may have it. */
  get loggedPath(): string {
    return loggedPathOf(this.#pattern, this.path);
  }

  /** The request for who reads its body by themselves. @throws BODY_ALREADY_READ when nothing is left of it */
  get whole(): Request {
    if (this.taken === undefined || this.isSafe) return this.request;
    const body = bytesOfTaken(this.taken, this.header("content-type"));
    const headers = new Headers(this.request.headers);
    for (const name of ["content-encoding", "transfer-encoding"]) headers.delete(name);
    headers.set("content-length", String(body.length));
    return new Request(this.request.url, { method: this.method, headers, signal: this.signal, body: new Uint8Array(body) });
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
