import type { IncomingMessage, ServerResponse } from "node:http";
import type { H3Event } from "h3";
import { NodeRequest } from "srvx/node";
import type { GivenRequest } from "../server/given-request.ts";

/** Under which name the request of an application is kept in the context of h3. */
export const GIVEN = "given";

/** The request and response of Node, when a Node server is below. */
export interface NodePair {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** A request as it came in, whichever way: what an exchange is made of. */
export interface Incoming {
  readonly method: string;
  /** Path as it was sent, still percent-encoded. */
  readonly path: string;
  /** Query string, with its question mark; empty without one. */
  readonly search: string;
  /** What the path has in the places of its route's parameters, still percent-encoded. */
  readonly params: Readonly<Record<string, string>> | undefined;
  readonly node: NodePair | undefined;
  /** The request of an application around us. */
  readonly given: GivenRequest | undefined;
  readonly request: Request;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /** @param name in lower case */
  header(name: string): string | undefined;
}

/** Whether a request has several Host headers (RFC 9112 §3.2). Node uses the first, and a proxy may use another. */
export function namesSeveralHosts({ req: { rawHeaders } }: NodePair): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

/** A request that h3 found the route of. */
export function incomingOf(event: H3Event): Incoming {
  const { req: request, url } = event;
  const node = event.runtime?.node;
  return {
    method: request.method,
    path: url.pathname,
    search: url.search,
    params: event.context.params,
    // Over HTTP/1.1, which is all that we serve, these are the classes of node:http.
    node: node?.res === undefined ? undefined : { req: node.req as IncomingMessage, res: node.res as ServerResponse },
    given: event.context[GIVEN] as GivenRequest | undefined,
    request,
    get signal() {
      return request.signal;
    },
    header: (name) => request.headers.get(name) ?? undefined,
  };
}

/** When the client of a Node server goes away, which the `Request` would say as well. */
function signalOf(req: IncomingMessage, res: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const onClose = (): void => {
    if (req.errored !== null || !res.writableEnded) gone.abort(req.errored ?? undefined);
  };
  if (res.destroyed || req.errored !== null || (req.destroyed && !req.complete)) onClose();
  else res.once("close", onClose);
  return gone.signal;
}

/** Where in the target of a request its path ends. */
const pathEndOf = (target: string): number => {
  const end = target.indexOf("?");
  return end === -1 ? target.length : end;
};

/**
 * A request of a Node server whose route was found without h3. It is a `Request` only for who asks for one: most operations
 * need no more than a header or two.
 */
export class NodeIncoming implements Incoming, NodePair {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly params: Readonly<Record<string, string>> | undefined;
  readonly given = undefined;
  readonly #limitBytes: number;
  #request: Request | undefined;
  #signal: AbortSignal | undefined;
  #isRepeating: boolean | undefined;

  /** @param limitBytes of the body, for who reads it off the Request */
  constructor(req: IncomingMessage, res: ServerResponse, params: Readonly<Record<string, string>> | undefined, limitBytes: number) {
    const { url = "/", method = "GET" } = req;
    const end = pathEndOf(url);
    this.req = req;
    this.res = res;
    this.method = method;
    this.path = url.slice(0, end);
    this.search = url.slice(end);
    this.params = params;
    this.#limitBytes = limitBytes;
  }

  get node(): NodePair {
    return this;
  }

  /** The same that h3 is given. */
  get request(): Request {
    return (this.#request ??= new NodeRequest({ req: this.req, res: this.res, maxRequestBodySize: this.#limitBytes }) as Request);
  }

  get signal(): AbortSignal {
    return (this.#signal ??= signalOf(this.req, this.res));
  }

  header(name: string): string | undefined {
    const value = this.req.headers[name];
    if (value === undefined) return undefined;
    // Of headers that came twice Node drops one, or joins them; Headers has rules of its own, which hold for either way.
    if (typeof value !== "string" || this.#repeats()) return this.request.headers.get(name) ?? undefined;
    return value;
  }

  /** Whether a header came more than once. */
  #repeats(): boolean {
    if (this.#isRepeating === undefined) {
      let names = 0;
      for (const _ in this.req.headers) names += 1;
      this.#isRepeating = names * 2 !== this.req.rawHeaders.length;
    }
    return this.#isRepeating;
  }
}
