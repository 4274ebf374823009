import { takenFromRequest, type TakenBody } from "../request/taken-body.ts";

/** What an application knows of a Request that it gives to the handler, beside the Request itself. */
export interface RequestFacts {
  /** Address of the client, or of the proxy before the application; without it all callers that are not known count as one. */
  readonly remoteAddress?: string | undefined;
  /** The body, where the application has read it: a parsed value, a text or bytes. */
  readonly body?: unknown;
}

/** A Request as it was given, on its way to the routes. */
export interface GivenRequest {
  readonly request: Request;
  readonly remoteAddress: string | undefined;
  /** What the application has read of the body; undefined when it is still to be read. */
  readonly taken: TakenBody | undefined;
}

/** @param info what frameworks pass as a second argument on their own (bindings of an environment) says nothing of this, and is ignored */
export function givenOf(request: Request, info: RequestFacts | undefined): GivenRequest {
  // Requests of srvx (h3) know their client.
  const ip = "ip" in request && typeof request.ip === "string" ? request.ip : undefined;
  const remoteAddress = typeof info?.remoteAddress === "string" ? info.remoteAddress : ip;
  return { request, remoteAddress, taken: takenFromRequest(request, info?.body) };
}

/** The Request of an application for the routes: at the path that they know, and with the body only if it can still be read. */
export function innerRequest({ request, taken }: GivenRequest, url: string | URL): Request {
  const { method, headers } = request;
  // A Request as it is would keep its server's own ways to answer (srvx), or could not be copied once it was read.
  if (taken !== undefined) return new Request(url, { method, headers });
  if (request.body === null) return new Request(url, { method, headers, signal: request.signal });
  const gone = new AbortController();
  const init = { method, headers, signal: gone.signal, body: followed(request.body, gone), duplex: "half" };
  return new Request(url, init as RequestInit);
}

/**
 * A body whose client has left when it fails. The signal of its Request would not do: servers abort it once they have received the body
 * (Nitro 3.0.0), although the client waits for the answer.
 */
function followed(body: ReadableStream<Uint8Array>, gone: AbortController): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          gone.abort(error);
          throw error;
        }
      },
      cancel: async (reason) => await reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
