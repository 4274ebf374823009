import type { Structured } from "./mcp-lab.ts";

/** The messages of an answer, be it JSON or a stream, as they come. */
export async function* messagesOf(response: Response): AsyncGenerator<Structured> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) {
    yield await response.json();
    return;
  }
  let text = "";
  for await (const chunk of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    const events = (text + chunk).split("\n\n");
    text = events.pop() as string;
    for (const event of events) {
      const data = event.split("\n").find((line) => line.startsWith("data: "));
      if (data !== undefined) yield JSON.parse(data.slice("data: ".length));
    }
  }
}

/** The first message of an answer. */
export async function messageOf(response: Response): Promise<Structured> {
  return (await messagesOf(response).next()).value;
}

/** Requests of one caller to an endpoint with sessions, as they are on the wire. */
export class RawCaller {
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** @param session id of a session, if it is in one */
  async send(body: unknown, session?: string, headers: Record<string, string> = {}): Promise<Response> {
    return await this.#fetch(
      "POST",
      session,
      { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      typeof body === "string" ? body : JSON.stringify(body),
    );
  }

  /** Opens the stream of notifications of a session. */
  async listen(session: string): Promise<Response> {
    return await this.#fetch("GET", session, { accept: "text/event-stream" });
  }

  async end(session: string): Promise<Response> {
    return await this.#fetch("DELETE", session, {});
  }

  async initialize(capabilities: object = {}): Promise<Response> {
    const params = { protocolVersion: "2025-11-25", capabilities, clientInfo: { name: "raw", version: "1.0.0" } };
    return await this.send({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  }

  /** Begins a session, through to the end of its handshake. */
  async begin(capabilities: object = {}): Promise<string> {
    const response = await this.initialize(capabilities);
    const session = response.headers.get("mcp-session-id");
    if (session === null) throw new Error(`a session is due: ${response.status} ${await response.text()}`);
    await response.text();
    await this.send({ jsonrpc: "2.0", method: "notifications/initialized" }, session);
    return session;
  }

  /** A request in a session. */
  async ask(session: string, method: string, params: object = {}, id: number | string = 1): Promise<Response> {
    return await this.send({ jsonrpc: "2.0", id, method, params }, session, { "mcp-protocol-version": "2025-11-25" });
  }

  async #fetch(method: string, session: string | undefined, headers: Record<string, string>, body?: string): Promise<Response> {
    const all = { authorization: `Bearer ${this.#token}`, ...(session === undefined ? {} : { "mcp-session-id": session }), ...headers };
    return await fetch(this.#url, { method, headers: all, ...(body === undefined ? {} : { body }) });
  }
}
