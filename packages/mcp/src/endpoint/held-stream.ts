import type { CallContext } from "@cadastre/inventory-core";

/** The request of the revision 2026-07-28 whose answer goes on until the client leaves. */
const LISTEN = "subscriptions/listen";

/** Whether a request asks for a stream of notifications, which is open as long as the client likes. */
export function opensStream({ method }: Request, body: unknown): boolean {
  return method === "GET" || (typeof body === "object" && body !== null && "method" in body && body.method === LISTEN);
}

/**
 * Answers with a stream that holds a place among the caller's event streams until it is over.
 * @param signal when the client leaves. @throws TOO_MANY_STREAMS, what `answer` throws
 */
export async function heldStream(call: CallContext, signal: AbortSignal, answer: () => Promise<Response>): Promise<Response> {
  const close = call.openStream?.();
  if (close === undefined) return await answer();
  let response: Response | undefined;
  try {
    response = await answer();
  } finally {
    if (response === undefined || !isStream(response)) close();
  }
  if (response.body === null || !isStream(response)) return response;
  const passage = new TransformStream<Uint8Array, Uint8Array>();
  void response.body.pipeTo(passage.writable, { signal }).then(close, close);
  return new Response(passage.readable, response);
}

const isStream = ({ body, headers }: Response): boolean => body !== null && headers.get("content-type")?.startsWith("text/event-stream") === true;
