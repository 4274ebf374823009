import { type Dispatcher, EnvHttpProxyAgent, request } from "undici";

/** Longest answer: the addresses of a scan that was half done are the longest. */
const MAX_ANSWER_BYTES = 4_194_304;
const CONNECT_TIMEOUT_MS = 10_000;
/** Beyond what an answer may wait for work. */
const ANSWER_TIMEOUT_MS = 30_000;

/** What the server said. */
export interface LinkAnswer {
  readonly status: number;
  /** Parsed; undefined where it is no JSON, as the page of a proxy is. */
  readonly body: unknown;
  /** Milliseconds after which the server asks to come back; undefined when it does not say. */
  readonly retryAfterMs: number | undefined;
}

/** The server is out of reach, or says something that no server says. */
export class LinkFailure extends Error {}

export interface LinkOptions {
  /** `https://inventory.example.com`, with the base path. */
  readonly server: string;
  readonly token: string;
  /** PEM text of authorities that are trusted in place of those of Node. */
  readonly ca?: string | undefined;
  readonly userAgent: string;
}

/**
 * Requests to the server, through the proxy of the site where `HTTPS_PROXY` or `HTTP_PROXY` names one (the first for https, the second
 * for http, and for https where it is alone) and `NO_PROXY` does not except the server. Redirects are not followed: the token goes to
 * the server that was named, and nowhere else.
 */
export class ServerLink {
  readonly #options: LinkOptions;
  readonly #dispatcher: Dispatcher;

  constructor(options: LinkOptions) {
    this.#options = options;
    const tls = options.ca === undefined ? {} : { ca: options.ca };
    this.#dispatcher = new EnvHttpProxyAgent({
      connect: { timeout: CONNECT_TIMEOUT_MS, ...tls },
      requestTls: tls,
      proxyTls: tls,
      connections: 4,
      pipelining: 1,
    });
  }

  /** @param waitMs that the server may wait before it answers. @throws LinkFailure, the reason of the signal */
  async post(path: string, body: unknown, waitMs: number, signal: AbortSignal): Promise<LinkAnswer> {
    const { server, token, userAgent } = this.#options;
    const timeout = AbortSignal.timeout(waitMs + ANSWER_TIMEOUT_MS);
    try {
      const answer = await request(`${server}${path}`, {
        method: "POST",
        dispatcher: this.#dispatcher,
        signal: AbortSignal.any([signal, timeout]),
        headersTimeout: waitMs + ANSWER_TIMEOUT_MS,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "user-agent": userAgent },
        body: JSON.stringify(body),
      });
      const text = await read(answer.body);
      return { status: answer.statusCode, body: parsed(text), retryAfterMs: retryAfter(answer.headers["retry-after"]) };
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof LinkFailure ? error : new LinkFailure(failureOf(error), { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }
}

async function read(body: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > MAX_ANSWER_BYTES) throw new LinkFailure(`an answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function retryAfter(value: string | string[] | undefined): number | undefined {
  return typeof value === "string" && /^\d{1,5}$/.test(value) ? Number(value) * 1000 : undefined;
}

/** Codes of OpenSSL for a chain that ends at no trusted authority. */
const DISTRUST: ReadonlySet<unknown> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "CERT_SIGNATURE_FAILURE",
]);

/** The code of the system tells more than the sentence: `ECONNREFUSED`, `CERT_HAS_EXPIRED`. */
function failureOf(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (DISTRUST.has(code))
    return `the certificate of the server is not trusted (${String(code)}): name the authority that issued it with --ca-file`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `the certificate of the server is for another name than that of --server: ${String(message)}`;
  const refusal = /Proxy response \((\d{3})\)/.exec(String(message))?.[1];
  if (refusal !== undefined) return `the proxy of the site refused: it answered ${refusal}`;
  return [code, message].filter((part) => typeof part === "string" && part !== "").join(": ") || String(error);
}
