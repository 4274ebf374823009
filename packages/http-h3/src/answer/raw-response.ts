import { type Answer, STREAM_HEADERS } from "./answer.ts";
import type { Lifecycle } from "../server/lifecycle.ts";

/** Headers that belong to the connection, not to the answer. */
const OWNED = new Set(["connection", "content-length", "keep-alive", "transfer-encoding"]);

/** A Response of a raw handler as an answer. A stream without an end ends when the server stops. */
export function responseAnswer(response: Response, lifecycle: Lifecycle, isHead: boolean): Answer {
  const length = response.headers.get("content-length");
  const headers = [...response.headers].filter(([name]) => !OWNED.has(name));
  // A stream is chunked unless its length is told; of no body only a HEAD answer has a length worth telling.
  if (length !== null && length !== "0") headers.push(["content-length", length]);
  if (isHead) void response.body?.cancel().catch(() => {});
  if (response.body === null || isHead) return { status: response.status, headers, body: null };
  const endless = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (!endless) return { status: response.status, headers, body: response.body };
  const own = headers.filter(([name]) => !STREAM_HEADERS.some(([other]) => other === name));
  return { status: response.status, headers: [...own, ...STREAM_HEADERS], body: endingOn(lifecycle.signal, response.body) };
}

async function* endingOn(signal: AbortSignal, body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}
