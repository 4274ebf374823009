import { isIP, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Clock } from "../contract/clock.ts";
import type { AddressRule } from "./address-rule.ts";
import { connected, type OutboundNetwork } from "./network.ts";
import { openTls } from "./sockets.ts";
import { untilAborted } from "./until-aborted.ts";

/** More addresses of one name are not tried in one attempt. */
const MAX_DIALLED = 4;

/** A destination that may not be reached, or has no address. The message is a sentence. */
export class DestinationRefused extends Error {
  override readonly name = "DestinationRefused";
}

/** What a connection is doing, or its user after it is there. */
export type ConnectStage = "resolving its name" | "connecting" | "TLS handshake" | "waiting for the response";

/** How a URL is connected to. */
export interface DialUrlOptions {
  readonly network: OutboundNetwork;
  readonly rule: AddressRule;
  readonly clock: Clock;
  /** Ends whatever is under way, and the connection after it. */
  readonly signal: AbortSignal;
  /** Milliseconds for the whole attempt: each address but the last gets a share of it. */
  readonly timeoutMs: number;
  /** Told at each step. */
  readonly onStage: (stage: ConnectStage) => void;
}

/**
 * Connects to the host of an http or https URL: looks its name up once, refuses it when any of its addresses is refused by the rule, and
 * connects to one of those that were checked. The certificate is verified against the name. No proxy of the environment is used.
 * @returns a connected socket, which the signal ends
 * @throws DestinationRefused, errors of the system (`code`), the signal's reason
 */
export async function dialUrl(
  options: DialUrlOptions,
  { hostname, protocol, port }: Pick<URL, "hostname" | "protocol" | "port">,
): Promise<Socket> {
  const { signal, onStage } = options;
  const host = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  onStage("resolving its name");
  const addresses = isIP(host) === 0 ? [...(await untilAborted(options.network.resolve(host, signal), signal))] : [host];
  check(host, addresses, options.rule);
  onStage("connecting");
  const https = protocol === "https:";
  const socket = await dialFirst(options, addresses.slice(0, MAX_DIALLED), port === "" ? (https ? 443 : 80) : Number(port));
  if (!https) return endingWith(socket, signal);
  onStage("TLS handshake");
  return endingWith(await overTls(socket, host, signal), signal);
}

/** One blocked address among several refuses them all: whoever mixes them is up to something. */
function check(host: string, addresses: readonly string[], rule: AddressRule): void {
  if (addresses.length === 0) throw new DestinationRefused(`The name ${host} has no address.`);
  for (const address of addresses) {
    const reason = rule(address);
    if (reason === undefined) continue;
    throw new DestinationRefused(
      address === host ? `${host} is ${reason}.` : `The name ${host} resolves to ${address}, which is ${reason}.`,
    );
  }
}

/** Connects to the first address that answers; each but the last has its share of the time. */
async function dialFirst(options: DialUrlOptions, addresses: readonly string[], port: number): Promise<Socket> {
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

async function dial(network: OutboundNetwork, address: string, port: number, signal: AbortSignal): Promise<Socket> {
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
  const secure = openTls({ socket, host, ...name, ALPNProtocols: ["http/1.1"], rejectUnauthorized: true });
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
