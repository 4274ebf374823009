import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Inbox, WebhookEvent } from "./inbox.ts";
import { isGenuine } from "./verify.ts";

const MAX_BYTES = 4 * 1024 * 1024;
/** Of a sender that stalls. */
const MAX_MS = 10_000;

/** What a receiver works with. */
export interface ReceiverOptions {
  readonly secrets: readonly string[];
  readonly inbox: Inbox;
  /** What is done with an event. When it fails, the event waits for the next one. */
  readonly handle: (event: WebhookEvent) => Promise<void>;
  /** Unix milliseconds. */
  readonly now?: () => number;
}

// #region receiver
/** An HTTP server that answers as soon as a delivery is written down, and works afterwards. */
export function createReceiver({ secrets, inbox, handle, now = Date.now }: ReceiverOptions): Server {
  let working: Promise<void> | undefined;
  const work = (): void => {
    working ??= inbox
      .work(handle)
      .catch(console.error)
      .finally(() => (working = undefined));
  };
  const statusOf = async (request: IncomingMessage): Promise<number> => {
    if (request.method !== "POST") return 405;
    const body = await bodyOf(request);
    if (body === undefined) return 413;
    if (!isGenuine(body, request.headers, secrets, now())) return 401;
    const text = body.toString("utf8");
    inbox.add(JSON.parse(text) as WebhookEvent, text);
    setImmediate(work);
    return 204;
  };
  const server = createServer({ requestTimeout: MAX_MS }, (request, response) => {
    // Anything but 2xx is tried again later: what could not be written down is not lost.
    statusOf(request)
      .catch(() => 500)
      .then((status) => response.writeHead(status, status === 413 ? { connection: "close" } : {}).end(), console.error);
  });
  return server.once("listening", work);
}

/** The raw bytes; undefined when there are too many of them. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  // The request stays open when there is too much of it, for the answer.
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MAX_BYTES) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
// #endregion
