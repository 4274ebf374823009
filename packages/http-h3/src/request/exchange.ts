import type { IncomingMessage } from "node:http";
import { randomUUID } from "node:crypto";
import type { ClientAddresses } from "./client-address.ts";
import { loggedPathOf } from "../server/logged.ts";
import type { Incoming, NodePair } from "./incoming.ts";
import type { LimitState } from "../limits/limit-state.ts";
import { bytesOfTaken, takenFromNode, type TakenBody } from "./taken-body.ts";

const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** One request being answered: what is known of it, and what its answer will carry. */
export class Exchange {
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

  /** What the path has in the places of its route's parameters, still percent-encoded. */
  readonly params: Readonly<Record<string, string>> | undefined;

  readonly #pattern: string | undefined;
  readonly #incoming: Incoming;

  /** @param pattern of the route that was found, as h3 writes it */
  constructor(incoming: Incoming, addresses: ClientAddresses, pattern: string | undefined, basePath: string) {
    this.#pattern = pattern;
    this.#incoming = incoming;
    this.basePath = basePath;
    this.method = incoming.method;
    this.path = incoming.path;
    this.search = incoming.search;
    this.params = incoming.params;
    this.node = incoming.node;
    const given = this.header("x-request-id");
    this.requestId = given !== undefined && SANE_REQUEST_ID.test(given) ? given : randomUUID();
    const embedded = incoming.given;
    this.taken = this.node === undefined ? embedded?.taken : takenFromNode(this.node.req);
    const peer = this.node?.req.socket?.remoteAddress ?? embedded?.remoteAddress;
    this.viaTrustedProxy = addresses.trusts(peer);
    this.address = addresses.clientOf(peer, this.header("x-forwarded-for"));
  }

  /** The request as those know it who speak of Request and Response. Made when it is asked for. */
  get request(): Request {
    return this.#incoming.request;
  }

  /** The request as an application gave it to the handler, with all that its middleware put on it. */
  get original(): IncomingMessage | Request {
    return this.#incoming.given?.request ?? this.node?.req ?? this.request;
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
    return this.#incoming.signal;
  }

  get isHead(): boolean {
    return this.method === "HEAD";
  }

  /** A method that changes nothing (RFC 9110 §9.2.1). */
  get isSafe(): boolean {
    return this.method === "GET" || this.method === "HEAD" || this.method === "OPTIONS";
  }

  /** @param name in lower case */
  header(name: string): string | undefined {
    return this.#incoming.header(name);
  }
}
