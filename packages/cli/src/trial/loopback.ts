import { isIP } from "node:net";

/** Whether only this machine reaches a server that listens there. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "::1" || (isIP(hostname) === 4 && hostname.startsWith("127."));
}
