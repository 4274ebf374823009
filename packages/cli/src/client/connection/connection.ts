import { type Client, type ClientOptions, createClient, type ReceivedResponse, type RetryWait } from "@cadastre/client";
import { toldManifest } from "../plugins/told-manifest.ts";
import type { Terminal } from "../terminal.ts";
import type { ServerTarget, Target } from "./target.ts";

/** What a command calls operations on. */
export interface Connection extends AsyncDisposable {
  readonly client: Client;
  readonly target: Target;
}

export interface ConnectionOptions {
  /** Tells each request on standard error. */
  readonly verbose?: boolean;
  readonly timeoutMs?: number;
  /** Told of an answer that an earlier call with the same key was given. */
  readonly onReplay?: () => void;
  /** False: what fails is not sent again. */
  readonly retry?: false;
  /** A scan is to run in this process, where there is no server. */
  readonly scans?: boolean;
  /** It only reads: a database is opened read-only where its storage can. */
  readonly reads?: boolean;
}

/** In-process requests need an address too; this one is nobody's. */
const EMBEDDED_URL = "http://embedded.invalid";

/** @throws CommandFailure, and EngineFailure and SettingsError for a database */
export async function connect(
  target: Target,
  terminal: Terminal,
  { verbose = false, timeoutMs, retry, onReplay, scans = false, reads = false }: ConnectionOptions = {},
): Promise<Connection> {
  const common = {
    manifest: toldManifest(),
    onResponse: (response: ReceivedResponse) => {
      if (verbose) tell(response, terminal);
      if (response.isReplay) onReplay?.();
    },
    onWait: (wait: RetryWait) => tellWait(wait, terminal),
    timeoutMs,
    retry,
  };
  if (target.kind === "database") {
    const { openEmbedded } = await import("./embedded.ts");
    const embedded = await openEmbedded(target.database, terminal.environment, { scans, reads });
    const client = createClient({ ...common, baseUrl: EMBEDDED_URL, fetch: embedded.fetch, retry: false });
    return { client, target, [Symbol.asyncDispose]: async () => await embedded.close() };
  }
  const client = createClient({ ...common, baseUrl: target.url, ...(await entryOf(target)) });
  return { client, target, [Symbol.asyncDispose]: async () => {} };
}

/** A fetch to a server. @throws CommandFailure for a file of authorities that cannot be used */
export async function fetchTo({ caFile }: Pick<ServerTarget, "caFile">): Promise<typeof fetch> {
  const { httpFetch } = await import("./http-fetch.ts");
  return httpFetch(caFile === undefined ? {} : { ca: (await import("./ca-file.ts")).readCaFile(caFile) });
}

async function entryOf(target: ServerTarget): Promise<Pick<ClientOptions, "cookie" | "fetch" | "token">> {
  const { credential } = target;
  return {
    ...(credential.kind === "token" ? { token: credential.token } : {}),
    ...(credential.kind === "session" ? { cookie: credential.cookie } : {}),
    fetch: await fetchTo(target),
  };
}

/** Method, URL, status, request id and time: nothing that was sent in headers or bodies. */
function tell({ method, url, status, requestId, durationMs }: ReceivedResponse, { stderr }: Terminal): void {
  stderr.write(
    `${method} ${url} ${status ?? "no response"}${requestId === null ? "" : ` request ${requestId}`} ${Math.round(durationMs)}ms\n`,
  );
}

/** Shorter waits pass unnoticed. */
const TOLD_WAIT_MS = 2000;

function tellWait({ delayMs, error }: RetryWait, { stderr }: Terminal): void {
  if (delayMs >= TOLD_WAIT_MS) stderr.write(`${error.message}; retrying in ${Math.ceil(delayMs / 1000)} s\n`);
}
