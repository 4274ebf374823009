import http from "node:http";
import { type AddressRule, dialUrl, systemNetwork } from "@cadastre/inventory-core/outbound";
import type { Clock } from "@cadastre/inventory-core/scanning";

/** Most bytes of an answer: a page of a thousand leases has a few hundred kilobytes. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/** Where a control agent is asked, and as whom. */
export interface KeaConnection {
  readonly url: string;
  readonly username: string;
  /** Empty for none. */
  readonly password: string;
}

/** What one question needs. */
export interface AskOptions {
  readonly clock: Clock;
  /** Which addresses are not connected to. */
  readonly rule: AddressRule;
  /** Milliseconds that the signal leaves: addresses of one name share them. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Asks a control agent. Redirects are not followed, and proxies of the environment are not used.
 * @returns what its JSON says
 * @throws Error with a sentence that holds nothing of what was sent; what the system throws
 */
export async function postJson(
  { url: text, username, password }: KeaConnection,
  body: unknown,
  { clock, rule, timeoutMs, signal }: AskOptions,
): Promise<unknown> {
  const url = new URL(text);
  const payload = Buffer.from(JSON.stringify(body));
  const socket = await dialUrl({ network: systemNetwork, rule, clock, signal, timeoutMs, onStage: () => undefined }, url);
  const answer = Promise.withResolvers<http.IncomingMessage>();
  const request = http.request({
    method: "POST",
    host: url.hostname,
    path: "/",
    setDefaultHeaders: false,
    headers: { host: url.host, connection: "close", "content-type": "application/json", "content-length": payload.length },
    ...(username === "" && password === "" ? {} : { auth: `${username}:${password}` }),
    createConnection: () => socket,
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  });
  request.once("response", answer.resolve).on("error", answer.reject);
  request.end(payload);
  const response = await answer.promise;
  try {
    if (response.statusCode !== 200) throw new Error(refusalOf(response.statusCode ?? 0));
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES) throw new Error(`The server answered with more than ${MAX_ANSWER_BYTES / 1024 / 1024} MiB.`);
      chunks.push(chunk);
    }
    try {
      return JSON.parse(Buffer.concat(chunks).toString("utf8")) as unknown;
    } catch {
      throw new Error("The server did not answer with JSON: is it Kea's control agent?");
    }
  } finally {
    request.destroy();
  }
}

function refusalOf(status: number): string {
  if (status === 401 || status === 403) return `The server refused the user name and password (${status}).`;
  if (status >= 300 && status < 400) return `The server answered with a redirect (${status}), which is not followed.`;
  return `The server answered with status ${status}.`;
}
