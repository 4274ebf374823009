import { Agent, type ClientRequest, request } from "node:http";

/** A request that `node:http` can send. */
export interface KeptRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | string | undefined;
  /** The client leaves before the answer is there. */
  readonly leaves?: boolean;
  /** The answer is read to its end, however long it is. */
  readonly whole?: boolean;
}

/** What came of a request. */
export interface SentEnd {
  /** Null when it was not answered: the connection broke, or nothing came in time. */
  readonly status: number | null;
  readonly body: string;
  /** The client left on purpose. */
  readonly left: boolean;
  readonly why: string;
}

/** More of an answer is not looked at. */
const MAX_BODY = 2000;
/** An answer may be a stream without an end. */
const MAX_STREAM_BYTES = 300_000;

/** Sends requests over connections that are kept. */
export class KeptSender {
  readonly #agent: Agent;
  readonly #port: number;
  readonly #timeoutMs: number;

  constructor(url: string, connections: number, timeoutMs: number) {
    this.#port = Number(new URL(url).port);
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.#timeoutMs = timeoutMs;
  }

  async send({ method, path, headers, body, leaves = false, whole = false }: KeptRequest): Promise<SentEnd> {
    return await new Promise((resolve) => {
      let sent: ClientRequest;
      const end = (outcome: Partial<SentEnd>): void => {
        clearTimeout(timer);
        resolve({ status: null, body: "", left: false, why: "", ...outcome });
      };
      const timer = setTimeout(() => {
        end({ why: `no answer in ${this.#timeoutMs} ms` });
        sent?.destroy();
      }, this.#timeoutMs);
      try {
        sent = request({ host: "127.0.0.1", port: this.#port, agent: this.#agent, method, path, headers: { ...headers } });
      } catch (error) {
        // What node:http does not send was not asked for.
        return end({ left: true, why: String(error) });
      }
      sent.on("error", (error: NodeJS.ErrnoException) => end(leaves ? { left: true } : { why: `${error.code ?? ""} ${error.message}` }));
      sent.on("response", (response) => {
        const status = response.statusCode ?? 0;
        const isStream = response.headers["content-type"]?.startsWith("text/event-stream") === true;
        let text = "";
        let bytes = 0;
        response.setEncoding("latin1");
        response.on("data", (part: string) => {
          bytes += part.length;
          if (text.length < MAX_BODY) text += part;
          if (isStream || (bytes > MAX_STREAM_BYTES && !whole)) {
            end({ status, body: text });
            sent.destroy();
          }
        });
        if (isStream) {
          end({ status, body: text });
          sent.destroy();
        }
        response.on("end", () => end({ status, body: text }));
        response.on("error", () => end({ status, body: text }));
        response.on("close", () => end({ status, body: text }));
      });
      sent.end(body);
      if (leaves)
        setImmediate(() => {
          end({ left: true });
          sent.destroy();
        });
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
