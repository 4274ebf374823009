import type { IncomingMessage } from "node:http";
import type { Exchange } from "./exchange.ts";
import { invalidInput } from "../http.errors.ts";
import { bytesOfTaken } from "./taken-body.ts";

/**
 * How much of a body that nobody wants is read, so that the client gets to see the answer before the connection closes. More than the
 * 65 MiB that a proxy with our configuration passes on: it sends what it has buffered at once, and tells of a reset, not of the answer.
 */
const MAX_DISCARDED = 72 * 1024 * 1024;

const tooLarge = (limit: number): Error => invalidInput("too-large", `the body is larger than ${limit} bytes`);

/**
 * Lets the rest of a request pass unread. A client that sends on and on is cut off.
 * The answer goes out meanwhile; closing at once would reset the connection and the client would never see it.
 */
export function discardRest(req: IncomingMessage): void {
  if (req.complete || req.destroyed) return;
  let discarded = 0;
  req.on("data", (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED) req.destroy();
  });
  // A handler that left off in the middle has left a reader behind that stops the flow when its buffer is full.
  req.on("pause", () => req.resume());
  req.resume();
}

function readNode(req: IncomingMessage, limit: number): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (settle: () => void): void => {
      req.off("data", onData).off("end", onEnd).off("error", onGone).off("close", onGone);
      settle();
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) done(() => reject(tooLarge(limit)));
      else chunks.push(chunk);
    };
    const onEnd = (): void => done(() => resolve(chunks));
    const onGone = (error?: Error): void => done(() => reject(error ?? new Error("the client disconnected")));
    if (req.destroyed && !req.readableEnded) return onGone();
    req.on("data", onData).on("end", onEnd).on("error", onGone).on("close", onGone);
  });
}

async function readWeb(body: ReadableStream<Uint8Array>, limit: number): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early cancels the stream.
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  }
  return chunks;
}

/**
 * Reads the whole body, in the pieces in which it came: putting many megabytes together would hold up the event loop.
 * @throws INVALID_INPUT (413) when it is, or is declared to be, larger than `limit`; BODY_ALREADY_READ
 */
export async function readPieces(exchange: Exchange, limit: number): Promise<Buffer[]> {
  if (exchange.taken !== undefined) {
    const bytes = bytesOfTaken(exchange.taken, exchange.header("content-type"));
    if (bytes.length > limit) throw tooLarge(limit);
    return bytes.length === 0 ? [] : [bytes];
  }
  if (Number(exchange.header("content-length") ?? 0) > limit) throw tooLarge(limit);
  if (exchange.node !== undefined) return await readNode(exchange.node.req, limit);
  const body = exchange.request.body;
  return body === null ? [] : await readWeb(body, limit);
}

/** {@link readPieces} as one. @throws INVALID_INPUT (413), BODY_ALREADY_READ */
export async function readBytes(exchange: Exchange, limit: number): Promise<Buffer> {
  const pieces = await readPieces(exchange, limit);
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
}
