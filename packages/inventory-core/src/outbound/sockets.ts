import { createSocket, type Socket as DatagramSocket } from "node:dgram";
import { connect, isIP, isIPv6, type Socket, type TcpNetConnectOpts } from "node:net";
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from "node:tls";

/**
 * The sockets of everything that the engine and its plugins send to machines that users name: a lint rule refuses others (decision 0450).
 * They take addresses, never names: a name that is looked up by the socket would be looked up after the check.
 */

/** Begins a TCP connection to an address that was checked. @throws TypeError for a name */
export function openTcp(target: TcpNetConnectOpts & { readonly host: string }): Socket {
  if (isIP(target.host) === 0) throw new TypeError(`${target.host} is not an IP address`);
  return connect(target);
}

/** Begins TLS on a connection. */
export const openTls = (options: ConnectionOptions & { readonly socket: Socket }): TLSSocket => connectTls(options);

/** Creates a UDP socket of the family of an address. @param sendBufferSize octets; the system's own unless given */
export const openUdp = (address: string, sendBufferSize?: number): DatagramSocket =>
  createSocket({ type: isIPv6(address) ? "udp6" : "udp4", ...(sendBufferSize === undefined ? {} : { sendBufferSize }) });
