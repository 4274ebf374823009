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
  readonly body: unknown;
}

/** @param info what frameworks pass as a second argument on their own (bindings of an environment) says nothing of this, and is ignored */
export function givenOf(request: Request, info: RequestFacts | undefined): GivenRequest {
  // Requests of srvx (h3) know their client.
  const ip = "ip" in request && typeof request.ip === "string" ? request.ip : undefined;
  const remoteAddress = typeof info?.remoteAddress === "string" ? info.remoteAddress : ip;
  return { request, remoteAddress, body: info?.body };
}

/** The Request of an application for the routes: at the path that they know, and with the body only if it can still be read. */
export function innerRequest({ request, body }: GivenRequest, url: string | URL): Request {
  const { method, headers, signal } = request;
  const unread = body === undefined && !request.bodyUsed ? request.body : null;
  // A Request as it is would keep its server's own ways to answer (srvx), or could not be copied once it was read.
  return new Request(url, { method, headers, signal, ...(unread === null ? {} : { body: unread, duplex: "half" }) } as RequestInit);
}
