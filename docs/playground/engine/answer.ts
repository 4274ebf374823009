import type { Answered, Asked, Wanted } from "../messages.ts";

/** Where requests go; no address of it is ever asked. */
const ORIGIN = "http://playground.invalid";

type Handle = (request: Request, facts: { readonly remoteAddress: string; readonly body?: unknown }) => Promise<Response>;

/** Answers a request of the page through a port, its body at the pace at which it is read. */
export async function answerThrough(port: MessagePort, { method, path, headers, body }: Asked, handle: Handle): Promise<void> {
  const tell = (answered: Answered, ...transfer: Transferable[]): void => port.postMessage(answered, transfer);
  const left = new AbortController();
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
  port.addEventListener("message", ({ data }: MessageEvent<Wanted>) => {
    if (data === "more") void next();
    else {
      left.abort();
      void reader?.cancel().catch(() => {});
      port.close();
    }
  });
  port.start();

  async function next(): Promise<void> {
    try {
      const piece = await reader?.read();
      if (piece?.value === undefined) tell({ kind: "end" });
      // A copy: what comes may be a part of something that is needed further.
      else tell({ kind: "piece", bytes: piece.value.slice() });
    } catch (error) {
      tell({ kind: "failed", message: String(error) });
    }
  }

  try {
    const request = new Request(ORIGIN + path, { method, headers: headers.map(([name, value]) => [name, value]), signal: left.signal });
    // As bytes: not every browser has bodies of requests that are streams.
    const response = await handle(request, { remoteAddress: "127.0.0.1", ...(body === undefined ? {} : { body }) });
    reader = response.body?.getReader() as typeof reader;
    tell({ kind: "head", status: response.status, headers: [...response.headers], hasBody: reader !== undefined });
  } catch (error) {
    tell({ kind: "failed", message: String(error) });
  }
}
