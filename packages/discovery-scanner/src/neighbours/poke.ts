import type { Socket } from "node:dgram";
import { openUdp } from "@cadastre/inventory-core/outbound";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { closeQuietly } from "../probing/udp-exchange.ts";
import type { TokenBucket } from "../probing/token-bucket.ts";
import { QUIET_UDP_PORT } from "../ports.ts";

/** What waits for a hardware address is charged to the socket that sent it: one socket has room for about 270 addresses. */
const ADDRESSES_A_SOCKET = 200;
const NOTHING = Buffer.alloc(0);

/**
 * Makes the kernel ask who has each address, by sending it an empty datagram.
 *
 * @returns closes the sockets; before that the kernel would forget what still waits
 */
export async function poke(addresses: readonly string[], bucket: TokenBucket, signal: AbortSignal): Promise<() => void> {
  const sockets: Socket[] = [];
  const close = (): void => {
    for (const socket of sockets) closeQuietly(socket);
  };
  try {
    for (let from = 0; from < addresses.length; from += ADDRESSES_A_SOCKET) {
      const socket = openUdp("0.0.0.0", 1 << 20);
      // Refused datagrams are answers of hosts, and full buffers show as addresses that do not resolve.
      socket.on("error", () => {});
      sockets.push(socket);
      socket.bind(0);
      await once(socket, "listening");
      for (const ip of addresses.slice(from, from + ADDRESSES_A_SOCKET)) {
        for (let waitMs = bucket.take(); waitMs > 0; waitMs = bucket.take()) await sleep(waitMs, undefined, { signal });
        signal.throwIfAborted();
        socket.send(NOTHING, QUIET_UDP_PORT, ip, () => {});
      }
    }
    return close;
  } catch (error) {
    close();
    throw error;
  }
}
