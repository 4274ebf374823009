import type { ClientRequest, IncomingMessage, request, RequestOptions } from "node:http";
import { pipeline, Readable } from "node:stream";

export interface HttpFetchOptions {
  /** PEM text of authorities that are trusted beside those of Node. */
  readonly ca?: string;
}

/**
 * The part of fetch that `@cadastre/client` needs, on node:http: no redirects are followed. A command waits for its start
 * above all, and the first use of the global fetch, of Headers or of Response takes as long as the whole of Node (undici is
 * compiled then). So the answer has the fields and methods of a Response that the client looks at, and is none.
 */
export function httpFetch({ ca }: HttpFetchOptions = {}): typeof fetch {
  const trusted = ca === undefined ? {} : { ca: [...process.getBuiltinModule("node:tls").getCACertificates("default"), ca] };
  return async (input, init = {}) => {
    const url = new URL(typeof input === "string" || input instanceof URL ? input : input.url);
    const { method = "GET", body, signal, headers } = init;
    const options: RequestOptions = {
      ...trusted,
      method,
      headers: { "accept-encoding": "gzip", "user-agent": "cadastre", ...Object.fromEntries(headers as Iterable<[string, string]>) },
      ...(signal instanceof AbortSignal ? { signal } : {}),
    };
    return await new Promise<Response>((resolve, reject) => {
      const sent = moduleFor(url)
        .request(url, options, (answer) => resolve(responseOf(answer)))
        .on("error", reject);
      if (typeof body === "string" || !body) sent.end(body ?? undefined);
      else send(body as Blob, sent);
    });
  };
}

/** Sends what is too long to be one text. What goes wrong on the way is told by the request. */
function send(body: Blob, sent: ClientRequest): void {
  sent.setHeader("content-length", body.size);
  pipeline(body.stream(), sent, () => {});
}

/** Imported as a module, node:http would load undici for its WebSocket. */
function moduleFor({ protocol }: URL): { readonly request: typeof request } {
  return protocol === "https:" ? process.getBuiltinModule("node:https") : process.getBuiltinModule("node:http");
}

function responseOf(answer: IncomingMessage): Response {
  const { statusCode: status = 0, headers } = answer;
  return {
    status,
    ok: status >= 200 && status < 300,
    type: "basic",
    headers: {
      get: (name: string) => [headers[name.toLowerCase()] ?? null].flat().join(", ") || null,
      getSetCookie: () => headers["set-cookie"] ?? [],
    },
    body: status === 204 || status === 304 ? ended(answer) : Readable.toWeb(unpacked(answer)),
  } as unknown as Response;
}

/** An answer without a body is read to its end all the same, so that its connection can be used again. */
function ended(answer: IncomingMessage): null {
  answer.resume();
  return null;
}

function unpacked(answer: IncomingMessage): Readable {
  if (answer.headers["content-encoding"] !== "gzip") return answer;
  // What goes wrong with either ends the other, and is told to whoever reads.
  return pipeline(answer, process.getBuiltinModule("node:zlib").createGunzip(), () => {});
}
