import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What came in. */
export interface Seen {
  readonly route: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What is done with a request. */
export type Act = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that does what a test says, request after request; the last act is done again and again. */
export interface FlakyServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: readonly Seen[];
}

export async function flakyServer(...acts: readonly Act[]): Promise<FlakyServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const piece of request) body += String(piece);
      const act = acts[Math.min(seen.length, acts.length - 1)] as Act;
      seen.push({ route: `${request.method} ${request.url}`, headers: request.headers, body });
      act(response, request);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Answers with JSON. */
export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Act =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json", "x-request-id": "req-1", ...headers }).end(JSON.stringify(body));

/** Answers with an error of the service. */
export const failing = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Act =>
  json(status, { code, error: `${code} as a sentence` }, headers);

/** Breaks the connection without a word. */
export const reset: Act = (response) => void response.socket?.resetAndDestroy();

/** Answers with server-sent events, and then ends or, with `hold`, does not. */
export const events =
  (text: string, hold = false): Act =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(text);
    if (!hold) response.end();
  };
