import type { Socket } from "node:net";
import { openTcp } from "@cadastre/inventory-core/outbound";

/** As much as is read at once of a connection that is kept: node would take 64 KiB of a host that floods, all the same. */
const BYTES_A_READ = 4096;

/** Begins to connect. @param keep whether somebody will listen to what the other side says */
export function openSocket(ip: string, port: number, keep: boolean): Socket {
  // Half open: a connection that is being shut down in answer to the other side's end can no longer be reset, and leaks.
  const target = { host: ip, port, allowHalfOpen: true };
  if (!keep) return openTcp(target);
  const socket: Socket = openTcp({
    ...target,
    onread: { buffer: Buffer.allocUnsafe(BYTES_A_READ), callback: (length, bytes) => socket.push(Buffer.from(bytes.subarray(0, length))) },
  });
  return socket;
}
