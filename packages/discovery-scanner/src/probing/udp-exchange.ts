import type { Socket } from "node:dgram";
import { openUdp } from "@cadastre/inventory-core/outbound";
import { realTimers } from "@cadastre/inventory-core/scanning";

/** What came of one datagram: an answer, word that nobody listens there, or nothing. */
export type UdpOutcome = { readonly kind: "answer"; readonly bytes: Buffer } | { readonly kind: "refused" } | { readonly kind: "nothing" };

export interface UdpQuestion {
  readonly ip: string;
  readonly port: number;
  readonly payload: Buffer;
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

const NOTHING: UdpOutcome = { kind: "nothing" };

/**
 * Sends one datagram and waits for what comes back. The socket is connected, so that the kernel drops answers of any other sender and
 * tells when nobody listens, without any right. Never throws: where there is no route, no socket or no right, nothing comes.
 */
export async function exchangeUdp({ ip, port, payload, waitMs, signal }: UdpQuestion): Promise<UdpOutcome> {
  if (signal.aborted) return NOTHING;
  let socket: Socket | undefined;
  let timer: NodeJS.Timeout | undefined;
  const { promise, resolve } = Promise.withResolvers<UdpOutcome>();
  const failed = (error: unknown): void =>
    resolve((error as NodeJS.ErrnoException | null)?.code === "ECONNREFUSED" ? { kind: "refused" } : NOTHING);
  try {
    const opened = openUdp(ip);
    socket = opened;
    timer = realTimers.setTimeout(() => resolve(NOTHING), waitMs);
    opened.on("error", failed);
    opened.on("message", (bytes) => resolve({ kind: "answer", bytes }));
    // Node hands the error of connect() to the callback (its types do not say so), and then send() would throw inside it.
    const onConnected = (error?: Error): void => {
      if (error !== undefined || signal.aborted) return failed(error);
      try {
        opened.send(payload, (sendError) => {
          if (sendError !== null) failed(sendError);
        });
      } catch (sendError) {
        failed(sendError);
      }
    };
    opened.connect(port, ip, onConnected);
    return await promise;
  } catch (error) {
    failed(error);
    return await promise;
  } finally {
    realTimers.clearTimeout(timer);
    closeQuietly(socket);
  }
}

/** Closes a socket, also one that is closed already or never was open. */
export function closeQuietly(socket: Socket | undefined): void {
  try {
    socket?.close();
  } catch {
    // ERR_SOCKET_DGRAM_NOT_RUNNING: nothing is left to close.
  }
}
