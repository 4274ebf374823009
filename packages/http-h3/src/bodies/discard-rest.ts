import type { IncomingMessage } from "node:http";
import { realTimers } from "@cadastre/inventory-core/protocol";

/**
 * How much of a body that nobody wants is read, so that the client gets to see the answer before the connection closes. More than the
 * 65 MiB that a proxy with our configuration passes on: it sends what it has buffered at once, and tells of a reset, not of the answer.
 */
const MAX_DISCARDED = 72 * 1024 * 1024;

/**
 * Lets the rest of a request pass unread. A client that sends on and on is cut off.
 * The answer goes out meanwhile; closing at once would reset the connection and the client would never see it.
 */
export function discardRest(req: IncomingMessage): void {
  if (req.complete || req.destroyed) return;
  let discarded = 0;
  let isResting = false;
  req.on("data", (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED) req.destroy();
    // One piece in a turn of the event loop: many refused uploads at once must not hold it up.
    isResting = true;
    req.pause();
    realTimers.setImmediate(() => {
      isResting = false;
      req.resume();
    });
  });
  // A handler that left off in the middle has left a reader behind that stops the flow when its buffer is full.
  req.on("pause", () => {
    if (!isResting) req.resume();
  });
  req.resume();
}
