import type { Server } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import { realTimers } from "@cadastre/inventory-core/protocol";

/** Longest wait for a turn of the event loop in which no connection is accepted. */
const BACKLOG_MS = 1_000;

/** Turns without a new connection after which the backlog counts as empty. */
const QUIET_TURNS = 2;

/** Longest time during a stop that a connection may take to send its first request. */
const FIRST_REQUEST_MS = 1_000;

/**
 * Closes a server without resetting requests whose bytes have arrived: it accepts the connections of the backlog before it stops
 * listening, and waits for the first request of connections that have not sent one.
 */
export class GracefulClose {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Connections that have not sent a request; with TLS those after the handshake. */
  readonly #unused = new Set<Socket>();
  #accepted = 0;

  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket: Socket) => {
      this.#accepted += 1;
      keepWhileOpen(this.#sockets, socket);
    });
    server.on(server instanceof TlsServer ? "secureConnection" : "connection", (socket: Socket) => keepWhileOpen(this.#unused, socket));
    server.on("request", ({ socket }) => void this.#unused.delete(socket));
  }

  /** Refuses new connections, waits for requests in flight, and destroys what is left after `deadlineMs`. */
  async close(deadlineMs: number): Promise<void> {
    await this.#acceptBacklog();
    // Node closes idle connections now; this is for those whose answer began before the stop.
    this.#server.keepAliveTimeout = 1;
    this.#server.keepAliveTimeoutBuffer = 0;
    const closed = new Promise<void>((resolve) => void this.#server.close(() => resolve()));
    const timers = [
      realTimers.setTimeout(() => destroyAll(this.#unused), Math.min(FIRST_REQUEST_MS, deadlineMs)),
      realTimers.setTimeout(() => destroyAll(this.#sockets), deadlineMs),
    ];
    await closed;
    for (const timer of timers) realTimers.clearTimeout(timer);
  }

  /** Resolves right after the event loop has looked for connections and data and found no connection. */
  async #acceptBacklog(): Promise<void> {
    const until = realTimers.performance.now() + BACKLOG_MS;
    for (let quiet = 0; quiet < QUIET_TURNS && realTimers.performance.now() < until;) {
      const before = this.#accepted;
      await new Promise((resolve) => realTimers.setImmediate(resolve));
      quiet = this.#accepted === before ? quiet + 1 : 0;
    }
  }
}

function keepWhileOpen(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.once("close", () => sockets.delete(socket));
}

function destroyAll(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) socket.destroy();
}
