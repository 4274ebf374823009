import { lookup, type LookupAddress } from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { hostOf, refusedBecause } from "./kea-address.ts";

/** Most bytes of an answer: a page of a thousand leases has a few hundred kilobytes. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/** Where a control agent is asked, and as whom. */
export interface KeaConnection {
  readonly url: string;
  readonly username: string;
  /** Empty for none. */
  readonly password: string;
  /** Why an address is not connected to beside those that never are; undefined where it is. */
  readonly refuses?: (address: string) => string | undefined;
}

/** Refuses a name before it is connected to when any of its addresses is refused: the connection goes to those that were looked at. */
const guardedLookup =
  (refused: (address: string) => string | undefined): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = (error === null ? found : []) as readonly LookupAddress[];
      const reason = addresses.map(({ address }) => refused(address)).find((one) => one !== undefined);
      const failure = error ?? (reason === undefined ? null : new Error(`The name of the server is ${reason}.`));
      const [first] = addresses;
      if (failure !== null || first === undefined) callback(failure ?? new Error("The name of the server has no address."), "", 0);
      else if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };

/**
 * Asks a control agent. Redirects are not followed, and proxies of the environment are not used.
 * @returns what its JSON says
 * @throws Error with a sentence that holds nothing of what was sent; what the system throws
 */
export async function postJson(
  { url: text, username, password, refuses }: KeaConnection,
  body: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const url = new URL(text);
  const host = hostOf(url);
  const refusal = (address: string): string | undefined => refusedBecause(address) ?? refuses?.(address);
  const refused = isIP(host) === 0 ? undefined : refusal(host);
  if (refused !== undefined) throw new Error(`The server is ${refused}.`);
  const payload = Buffer.from(JSON.stringify(body));
  const answer = Promise.withResolvers<http.IncomingMessage>();
  const request = (url.protocol === "https:" ? https : http).request(url, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": payload.length },
    ...(username === "" && password === "" ? {} : { auth: `${username}:${password}` }),
    agent: false,
    lookup: guardedLookup(refusal),
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
