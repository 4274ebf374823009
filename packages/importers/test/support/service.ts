import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

/** A request that a service got. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
}

/** What a service answers: JSON with a status, or whatever the function writes. */
export type Answer =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown }
  | ((response: ServerResponse) => void);

/** An HTTP service on loopback that answers from a function, and keeps what it was asked. */
export class Service implements AsyncDisposable {
  readonly asked: Asked[] = [];
  readonly #server;

  private constructor(answer: (asked: Asked, service: Service) => Answer) {
    this.#server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", this.url);
      const asked = { method: request.method ?? "", path: pathname, query: searchParams, headers: request.headers };
      this.asked.push(asked);
      const given = answer(asked, this);
      if (typeof given === "function") return given(response);
      response
        .writeHead(given.status ?? 200, { "content-type": "application/json", ...given.headers })
        .end(typeof given.body === "string" ? given.body : JSON.stringify(given.body));
    });
  }

  static async start(answer: (asked: Asked, service: Service) => Answer): Promise<Service> {
    const service = new Service(answer);
    service.#server.listen(0, "127.0.0.1");
    await once(service.#server, "listening");
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
