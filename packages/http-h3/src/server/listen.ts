import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { Logger } from "@cadastre/inventory-core";
import { httpErrors } from "../http.errors.ts";
import type { ConnectionLimits } from "./connection-limits.ts";
import { GracefulClose } from "./graceful-close.ts";
import { answerClientErrors, guarded, type NodeHandler, type RefusalHeaders, withListenErrors } from "./listen-guard.ts";
import type { HttpSettings } from "../options.ts";
import { oneAtATime } from "./pipelined.ts";

/** A server that listens. */
export interface Listening {
  readonly url: string;
  readonly port: number;
  /** SHA-256 of a certificate that was made for this server, in hexadecimal pairs; undefined for others. */
  readonly fingerprint: string | undefined;
  /** Refuses new connections, waits for requests in flight, and closes what is left after `deadlineMs`. */
  close(deadlineMs: number): Promise<void>;
}

/** How often a free port is sought again when it was taken between the probe and the listen. */
const ATTEMPTS = 5;

/** What a certificate says that is made for a trial. @see listhen */
const TRIAL_CERTIFICATE = {
  commonName: "localhost",
  organization: "Cadastre trial",
  organizationalUnit: "made at the start of the server",
  countryCode: "",
  state: "",
  locality: "",
  domains: ["localhost", "127.0.0.1", "::1"],
  validityDays: 30,
};

const ANY_HOSTS = new Set(["", "0.0.0.0", "::"]);

/** listhen with every default that surprises switched off (docs/spec/server.md#listening). */
async function listenOnce(handler: NodeHandler, settings: HttpSettings) {
  // It brings a library of certificates, which hosts that do not listen (commands, handlers in other servers) need not load.
  const { listen } = await import("./listhen.ts");
  return await withListenErrors(
    handler,
    async () =>
      await listen(handler, {
        hostname: settings.hostname,
        // 0 would mean 3000, and a port that is taken would silently become another.
        port: settings.port === 0 ? { random: true } : settings.port,
        isProd: true,
        public: ANY_HOSTS.has(settings.hostname),
        // Its signal handlers end the process without a word to anybody.
        autoClose: false,
        isTest: true,
        showURL: false,
        open: false,
        clipboard: false,
        https: httpsOf(settings),
      }),
  );
}

function httpsOf({ tls, selfSigned }: HttpSettings) {
  if (tls !== undefined) return { cert: tls.certFile, key: tls.keyFile };
  return selfSigned ? TRIAL_CERTIFICATE : false;
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === "EADDRINUSE") return "the port is in use";
  if (code === "EACCES") return "permission denied by the operating system";
  const text = error instanceof Error ? error.message : String(error);
  return text.startsWith("Unable to find an available port") ? "the port is in use, or the address is not one of this machine" : text;
}

/** Says which file is wrong, before a socket is there. @throws HTTP_LISTEN_FAILED */
async function checkCertificate({ hostname, port, tls }: HttpSettings): Promise<void> {
  if (tls === undefined) return;
  const fail = (reason: string, cause: unknown): never => {
    throw httpErrors.HTTP_LISTEN_FAILED({ where: listenAddressText({ hostname, port }), reason }, { cause });
  };
  const [cert, key] = await Promise.all(
    [tls.certFile, tls.keyFile].map(async (file) => await readFile(file).catch((error: unknown) => fail(`${file} cannot be read`, error))),
  );
  for (const [file, options] of [
    [tls.certFile, { cert }],
    [tls.keyFile, { key }],
  ] as const) {
    try {
      createSecureContext(options);
    } catch (error) {
      fail(`${file} is not a ${"cert" in options ? "certificate" : "private key without a passphrase"} in PEM form`, error);
    }
  }
  // Two of different kinds stand side by side in a context, and then no client can connect.
  if (!new X509Certificate(cert as Buffer).checkPrivateKey(createPrivateKey(key as Buffer))) {
    fail(`the key in ${tls.keyFile} does not match the certificate in ${tls.certFile}`, undefined);
  }
}

const listenAddressText = ({ hostname, port }: Pick<HttpSettings, "hostname" | "port">): string =>
  `${hostname || "all interfaces"}, port ${port}`;

/** @throws HTTP_LISTEN_FAILED */
export async function listenOn(
  node: NodeHandler,
  settings: HttpSettings,
  logger: Logger,
  connections: ConnectionLimits,
  refusalHeaders: RefusalHeaders,
): Promise<Listening> {
  await checkCertificate(settings);
  const where = listenAddressText(settings);
  const handler = oneAtATime(guarded(node));
  for (let attempt = 1; ; attempt += 1) {
    try {
      const listener = await listenOnce(handler, settings);
      const { port } = listener.server.address() as AddressInfo;
      const server = listener.server as Server;
      if (settings.port !== 0 && port !== settings.port) {
        // Ports that browsers refuse are silently replaced.
        await listener.close();
        throw new Error("browsers block this port; use another");
      }
      server.on("error", (error) => {
        if (!connections.failed(error)) logger.error("the HTTP server failed", { error: String(error) });
      });
      const unwatch = connections.watch(server);
      server.headersTimeout = settings.headersTimeoutMs;
      server.requestTimeout = settings.requestTimeoutMs;
      server.keepAliveTimeout = settings.keepAliveTimeoutMs;
      answerClientErrors(server, refusalHeaders);
      const closing = new GracefulClose(server);
      const made = settings.selfSigned && listener.https !== false ? listener.https.cert : undefined;
      const fingerprint = made === undefined ? undefined : new X509Certificate(made).fingerprint256;
      return {
        url: urlOf(settings, port),
        port,
        fingerprint,
        close: async (deadlineMs) => {
          await closing.close(deadlineMs);
          unwatch();
        },
      };
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (!(taken && settings.port === 0 && attempt < ATTEMPTS))
        throw httpErrors.HTTP_LISTEN_FAILED({ where, reason: reasonOf(error) }, { cause: error });
    }
  }
}

function urlOf(settings: HttpSettings, port: number): string {
  const host = ANY_HOSTS.has(settings.hostname)
    ? "127.0.0.1"
    : settings.hostname.includes(":")
      ? `[${settings.hostname}]`
      : settings.hostname;
  return `http${settings.tls === undefined && !settings.selfSigned ? "" : "s"}://${host}:${port}`;
}
