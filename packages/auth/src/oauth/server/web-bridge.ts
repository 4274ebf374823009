import type { RequestListener } from "node:http";
import { inject, type InjectOptions } from "light-my-request";

/** Headers that say where a request came from: what counts is the issuer, which is a setting. */
const FORWARDED = /^(?:forwarded|x-forwarded-.*|x-real-ip|host|connection|content-length|transfer-encoding)$/;

/** What goes to the handler, where it is not what the client sent. */
export interface BridgedRequest {
  /** With its query. */
  readonly path: string;
  readonly method?: string;
  readonly body?: string | undefined;
  readonly contentType?: string;
}

/**
 * Calls a handler of node:http with a Request and gives its answer as a Response, without a socket: so that the edge
 * can add its own headers, and count and log the request as any other.
 * @param origin under which the handler believes to be reached
 */
export async function callNodeHandler(
  handler: RequestListener,
  origin: string,
  request: Request,
  bridged: BridgedRequest,
): Promise<Response> {
  const { host, protocol } = new URL(origin);
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers) if (!FORWARDED.test(name)) headers[name] = value;
  headers["host"] = host;
  headers["x-forwarded-host"] = host;
  headers["x-forwarded-proto"] = protocol.slice(0, -1);
  if (bridged.contentType !== undefined) headers["content-type"] = bridged.contentType;
  const method = (bridged.method ?? request.method) as NonNullable<InjectOptions["method"]>;
  const answer = await inject(handler, {
    method,
    url: bridged.path,
    headers,
    ...(bridged.body === undefined ? {} : { payload: bridged.body }),
  });
  const response = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) response.append(name, String(one));
  const empty = answer.rawPayload.length === 0 || answer.statusCode === 204 || answer.statusCode === 304;
  return new Response(empty ? null : new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers: response });
}
