import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { NodeHandler } from "./listen-guard.ts";

/** Requests of a connection that wait for the one that is answered. With more of them the connection is closed. */
export const MAX_PIPELINED = 32;

type Pair = readonly [req: IncomingMessage, res: ServerResponse];

/**
 * Answers the requests of a connection one after the other (decision 0512). Node.js hands over all that it finds in what it reads, which
 * may be thousands, and keeps their answers in memory until those before them are read.
 */
export function oneAtATime(handler: NodeHandler): NodeHandler {
  const waiting = new WeakMap<Socket, Pair[]>();
  const begin = (socket: Socket, rest: Pair[], [req, res]: Pair): void => {
    res.once("close", () => {
      const next = socket.destroyed ? undefined : rest.shift();
      if (next === undefined) waiting.delete(socket);
      else begin(socket, rest, next);
    });
    handler(req, res);
  };
  return (req, res) => {
    const { socket } = req;
    // Requests that were read before the connection closed are dropped.
    if (socket.destroyed) return;
    const others = waiting.get(socket);
    if (others === undefined) {
      const rest: Pair[] = [];
      waiting.set(socket, rest);
      begin(socket, rest, [req, res]);
    } else if (others.length < MAX_PIPELINED) others.push([req, res]);
    else socket.destroy();
  };
}
