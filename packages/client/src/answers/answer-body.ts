import type { RequestTimeout } from "../request-timeout.ts";

/** The bytes of an answer as they come. Leaving the loop early ends the connection. */
export async function* piecesOf(response: Response, timeout: RequestTimeout): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  const reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  let finished = false;
  try {
    for (;;) {
      // Only the server's time counts, not what the caller does with the pieces.
      const { done, value } = await timeout.with(reader.read());
      if (done) break;
      yield value;
    }
    finished = true;
  } finally {
    if (!finished) await reader.cancel().catch(() => {});
  }
}

/** All of an answer as text. */
export async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of pieces) text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}
