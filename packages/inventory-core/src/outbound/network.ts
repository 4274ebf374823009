import type { Socket } from "node:net";
import { keyOfText } from "../address/ip-address.ts";
import { NameLookups } from "./name-lookups.ts";
import { openTcp } from "./sockets.ts";
import { untilAborted } from "./until-aborted.ts";

/**
 * How names are looked up and addresses are connected to. Hosts with a network of their own give another one; which addresses may be
 * dialled is decided between the two functions, and not theirs to say.
 */
export interface OutboundNetwork {
  /**
   * @returns all addresses of a name; asked once for each connection
   * @throws an error with the `code` of the system (`ENOTFOUND`)
   */
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
  /**
   * Opens a TCP connection to exactly this address.
   *
   * @returns a socket that is connected or connecting
   */
  dial(target: { readonly address: string; readonly port: number; readonly signal?: AbortSignal }): Socket | Promise<Socket>;
}

// The threads that look names up are the process's, and so are their lanes.
const lookups = new NameLookups();

/** The machine's own resolver and network. */
export const systemNetwork: OutboundNetwork = {
  resolve: async (hostname, signal) => await lookups.resolve(hostname, signal),
  async dial({ address, port, signal }) {
    const socket = openTcp({ host: address, port });
    await connected(socket, signal);
    // The socket is the only witness of where the connection went.
    if (socket.remoteAddress === undefined || keyOfText(socket.remoteAddress) !== keyOfText(address)) {
      socket.destroy();
      throw new Error(`The connection to ${address} arrived at ${String(socket.remoteAddress)}`);
    }
    return socket;
  },
};

/** Waits until a socket is connected. @throws the socket's error, or the signal's reason; the socket is destroyed then */
export async function connected(socket: Socket, signal?: AbortSignal): Promise<void> {
  if (socket.destroyed) throw new Error("The connection was closed");
  if (!socket.connecting && socket.readyState === "open") return;
  const opened = Promise.withResolvers<void>();
  socket.once("connect", opened.resolve).once("close", () => opened.reject(new Error("The connection was closed")));
  socket.once("error", opened.reject);
  try {
    await (signal === undefined ? opened.promise : untilAborted(opened.promise, signal));
  } catch (error) {
    // A late error of a socket that is given up must not end the process.
    socket.on("error", () => undefined).destroy();
    throw error;
  }
}
