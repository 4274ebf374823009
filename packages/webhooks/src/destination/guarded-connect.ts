import { isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { type Clock, messageOf } from "@cadastre/inventory-core";
import type { buildConnector } from "undici";
import { blockedBecause } from "./address-verdict.ts";
import { connected, type ReceiverNetwork } from "./receiver-network.ts";
import { untilAborted } from "./until-aborted.ts";

/** More addresses of one name are not tried in one attempt. */
const MAX_DIALLED = 4;

/** A destination that may not be reached, or has no address. The message is a sentence. */
export class DestinationRefused extends Error {
  override readonly name = "DestinationRefused";
}

/** What a connection is doing, or its user after it is there. */
export type ConnectStage = "resolving its name" | "connecting" | "TLS handshake" | "waiting for the response";

/** One connection to one receiver. */
export interface GuardedConnectOptions {
  readonly network: ReceiverNetwork;
  readonly clock: Clock;
  /** Ends whatever is under way, and the connection after it. */
  readonly signal: AbortSignal;
  /** Milliseconds for the whole attempt: each address but the last gets a share of it. */
  readonly timeoutMs: number;
  /** Told at each step. */
  readonly onStage: (stage: ConnectStage) => void;
}

/**
 * A connector for one undici Client and one connection: looks the name up once, refuses when any of its addresses is
 * blocked, and connects to one of those it checked. The certificate is verified against the name.
 */
export function guardedConnect(options: GuardedConnectOptions): buildConnector.connector {
  let used = false;
  return ({ hostname, protocol, port }, callback) => {
    // undici connects again when a connection closes before the request is written: one attempt is one connection.
    const socket = used ? Promise.reject(new Error("The connection was closed")) : open(options, { hostname, protocol, port });
    used = true;
    socket.then(
      (connection) => {
        options.onStage("waiting for the response");
        callback(null, connection);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(messageOf(error)), null),
    );
  };
}

async function open(
  options: GuardedConnectOptions,
  { hostname, protocol, port }: { hostname: string; protocol: string; port: string },
): Promise<Socket> {
  const { signal, onStage } = options;
  const host = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  onStage("resolving its name");
  // undici asks no look-up function for an address, so both come this way.
  const addresses = isIP(host) === 0 ? [...(await untilAborted(options.network.resolve(host, signal), signal))] : [host];
  check(host, addresses);
  onStage("connecting");
  const https = protocol === "https:";
  const socket = await dialFirst(options, addresses.slice(0, MAX_DIALLED), port === "" ? (https ? 443 : 80) : Number(port));
  if (!https) return endingWith(socket, signal);
  onStage("TLS handshake");
  return endingWith(await overTls(socket, host, signal), signal);
}

/** One blocked address among several refuses them all: whoever mixes them is up to something. */
function check(host: string, addresses: readonly string[]): void {
  if (addresses.length === 0) throw new DestinationRefused(`The name ${host} has no address.`);
  for (const address of addresses) {
    const reason = blockedBecause(address);
    if (reason === undefined) continue;
    throw new DestinationRefused(
      address === host ? `${host} is ${reason}.` : `The name ${host} resolves to ${address}, which is ${reason}.`,
    );
  }
}

/** Connects to the first address that answers; each but the last has its share of the time. */
async function dialFirst(options: GuardedConnectOptions, addresses: readonly string[], port: number): Promise<Socket> {
  let failure: unknown;
  for (const [index, address] of addresses.entries()) {
    // An abort between two steps is heard by no listener.
    options.signal.throwIfAborted();
    const isLast = index === addresses.length - 1;
    const deadline = new AbortController();
    const enough = new AbortController();
    const stop = (): void => deadline.abort(options.signal.reason);
    options.signal.addEventListener("abort", stop, { once: true });
    if (!isLast)
      void options.clock.sleep(options.timeoutMs / addresses.length, enough.signal).then(
        () => deadline.abort(new Error("Timeout")),
        () => undefined,
      );
    try {
      return await dial(options.network, address, port, deadline.signal);
    } catch (error) {
      options.signal.throwIfAborted();
      failure = error;
    } finally {
      enough.abort();
      options.signal.removeEventListener("abort", stop);
    }
  }
  throw failure;
}

async function dial(network: ReceiverNetwork, address: string, port: number, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const dialled = Promise.resolve(network.dial({ address, port, signal }));
  try {
    const socket = await untilAborted(dialled, signal);
    // Until the HTTP client listens, and under TLS, an error has no other listener.
    socket.on("error", () => undefined);
    await connected(socket, signal);
    return socket;
  } catch (error) {
    // A network that does not heed the signal may still bring a socket.
    void dialled.then((late) => late.on("error", () => undefined).destroy()).catch(() => undefined);
    throw error;
  }
}

async function overTls(socket: Socket, host: string, signal: AbortSignal): Promise<TLSSocket> {
  const isAddress = isIP(host) !== 0;
  // SNI carries names only, and without their final dot (RFC 6066 §3).
  const name = isAddress ? {} : { servername: host.replace(/\.$/, "") };
  const secure = connectTls({ socket, host, ...name, ALPNProtocols: ["http/1.1"], rejectUnauthorized: true });
  const agreed = Promise.withResolvers<void>();
  secure.once("secureConnect", agreed.resolve).once("error", agreed.reject);
  secure.once("close", () => agreed.reject(new Error("The connection was closed")));
  try {
    await untilAborted(agreed.promise, signal);
    return secure;
  } catch (error) {
    secure.on("error", () => undefined).destroy();
    socket.destroy();
    throw error;
  }
}

/** The socket ends with the attempt, whatever state the HTTP client has left it in. */
function endingWith<S extends Socket>(socket: S, signal: AbortSignal): S {
  const end = (): void => void socket.destroy();
  signal.addEventListener("abort", end, { once: true });
  socket.once("close", () => signal.removeEventListener("abort", end));
  if (signal.aborted) end();
  return socket.setNoDelay(true);
}
