import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { request } from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Objects are sent as JSON. */
  readonly body?: object | string | AsyncIterable<Buffer>;
}

/** Calls a proxy by its name over TLS that is checked against an authority, without a name server. */
export class TlsCaller {
  /** `https://inventory.example.com:8443` */
  readonly origin: string;
  readonly #authority: string;
  readonly #from: string;

  /** @param authority PEM text. @param from loopback address that the calls come from */
  constructor(origin: string, authority: string, from = "127.0.0.1") {
    this.origin = origin;
    this.#authority = authority;
    this.#from = from;
  }

  /** The same from another address. */
  from(address: string): TlsCaller {
    return new TlsCaller(this.origin, this.#authority, address);
  }

  /** @param target path, or a URL of this origin */
  async call(target: string, sent: Sent = {}): Promise<Answer> {
    const answer = await this.open(target, sent);
    let text = "";
    for await (const part of answer.setEncoding("utf8") as AsyncIterable<string>) text += part;
    return { status: answer.statusCode ?? 0, headers: answer.headers, text };
  }

  /** The head of an answer; its body is read by the caller. */
  async open(target: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<IncomingMessage> {
    const url = new URL(target, this.origin);
    if (url.origin !== this.origin) throw new Error(`${target} leads away from ${this.origin}`);
    const isJson = typeof body === "object" && !(Symbol.asyncIterator in body);
    const answer = Promise.withResolvers<IncomingMessage>();
    const asked = request(
      {
        host: "127.0.0.1",
        port: url.port,
        servername: url.hostname,
        ca: this.#authority,
        localAddress: this.#from,
        agent: false,
        path: url.pathname + url.search,
        method,
        headers: { host: url.host, ...(isJson ? { "content-type": "application/json" } : {}), ...headers },
      },
      answer.resolve,
    ).on("error", answer.reject);
    if (body === undefined || typeof body === "string" || isJson) asked.end(isJson ? JSON.stringify(body) : body);
    // Whoever refuses a body answers before it has all of it, and may then hang up.
    else void pipeline(Readable.from(body as AsyncIterable<Buffer>), asked).catch(() => {});
    return await answer.promise;
  }
}
