import type { PeerCertificate, TLSSocket } from "node:tls";
import { openTls } from "@cadastre/inventory-core/outbound";
import type { Socket } from "node:net";
import { realTimers } from "@cadastre/inventory-core/scanning";
import { hostName } from "../names/host-name.ts";
import type { FoundName } from "../names/reverse-names.ts";

const HANDSHAKE_MS = 1500;
/** Certificates make a handshake longer than a greeting; a chain of usual length fits. */
const MAX_HANDSHAKE_BYTES = 16_384;

const TLS_PORTS: ReadonlyMap<number, string> = new Map([
  [443, "https"],
  [465, "smtps"],
  [636, "ldaps"],
  [993, "imaps"],
  [995, "pop3s"],
  [2376, "https"],
  [4443, "https"],
  [5061, "sips"],
  [5671, "amqps"],
  [5986, "https"],
  [6443, "https"],
  [8006, "https"],
  [8443, "https"],
  [8883, "mqtts"],
  [9443, "https"],
  [10_250, "https"],
]);

export const isTlsPort = (port: number): boolean => TLS_PORTS.has(port);
/** What usually is behind TLS at a port. */
export const tlsServiceAt = (port: number): string | undefined => TLS_PORTS.get(port);

export interface SecureTalk {
  readonly socket: TLSSocket;
  readonly name?: FoundName;
}

/** Speaks TLS on an open connection, whoever the certificate is of; undefined when the other side does not. */
export async function startTls(socket: Socket, signal: AbortSignal): Promise<SecureTalk | undefined> {
  return await new Promise((resolve) => {
    // Nobody is trusted, so the authorities of Node need not be loaded: they take megabytes.
    const connection = openTls({ socket, ca: [], rejectUnauthorized: false, minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" });
    const fail = (): void => {
      realTimers.clearInterval(timer);
      connection.destroy();
      socket.resetAndDestroy();
      resolve(undefined);
    };
    const begun = realTimers.performance.now();
    const timer = realTimers.setInterval(() => {
      if (realTimers.performance.now() - begun > HANDSHAKE_MS || socket.bytesRead > MAX_HANDSHAKE_BYTES || signal.aborted) fail();
    }, 50);
    connection.on("error", fail);
    socket.once("close", fail);
    connection.once("secureConnect", () => {
      realTimers.clearInterval(timer);
      socket.off("close", fail);
      const name = nameOf(connection);
      resolve({ socket: connection, ...(name === undefined ? {} : { name }) });
    });
  });
}

/** The host chose the certificate: one that cannot be read has no name. */
function nameOf(connection: TLSSocket): FoundName | undefined {
  try {
    return nameIn(connection.getPeerCertificate());
  } catch {
    return undefined;
  }
}

/** The name that a certificate is made out to: its common name if that is a host's, else the first alternative. */
function nameIn(certificate: Partial<PeerCertificate>): FoundName | undefined {
  const common = certificate.subject?.CN;
  const alternatives = (certificate.subjectaltname ?? "")
    .split(", ")
    .flatMap((entry) => (entry.startsWith("DNS:") ? [entry.slice(4)] : []));
  const candidates = [...(typeof common === "string" ? [common] : []), ...alternatives];
  const text = candidates.map(hostName).find((name) => name !== undefined && name !== "localhost");
  return text === undefined ? undefined : { text, source: "certificate" };
}
