import type { CallContext } from "@cadastre/inventory-core";

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

const isStream = ({ body, headers }: Response): boolean =>
  body !== null && headers.get("content-type")?.startsWith("text/event-stream") === true;
