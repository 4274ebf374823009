import type { Answered, Asked, Told, Wanted } from "../messages.ts";

/** The name that the build gives the file of the engine. */
declare const ENGINE_FILE: string;

/** The engine of Cadastre, in a thread of this page. */
export class Engine {
  readonly #thread = new Worker(new URL(`engine/${ENGINE_FILE}`, document.baseURI), { type: "module", name: "engine" });
  /** Settles when it answers; rejects with why it never will. */
  readonly ready: Promise<void>;

  constructor() {
    this.ready = new Promise((resolve, reject) => {
      this.#thread.addEventListener("message", ({ data }: MessageEvent<Told>) =>
        data.kind === "ready" ? resolve() : reject(new Error(data.message)),
      );
      this.#thread.addEventListener("error", ({ message }) => reject(new Error(message || "the engine could not be loaded")));
    });
  }

  /** As `fetch`, for paths of the interface. */
  async send(request: Asked, signal: AbortSignal): Promise<Response> {
    await this.ready;
    signal.throwIfAborted();
    const { port1: port, port2 } = new MessageChannel();
    const say = (wanted: Wanted): void => port.postMessage(wanted);
    let body: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
    return await new Promise<Response>((resolve, reject) => {
      const fail = (error: unknown): void => (body === undefined ? reject(error as Error) : body.error(error));
      const left = (): void => {
        say("nothing");
        fail(signal.reason);
        over();
      };
      // What is on its way still comes, and a body that has ended takes nothing.
      const over = (): void => {
        body = undefined;
        signal.removeEventListener("abort", left);
        port.close();
      };
      signal.addEventListener("abort", left, { once: true });
      const stream = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
        new ReadableStream(
          {
            start: (controller) => void (body = controller),
            pull: () => say("more"),
            cancel() {
              say("nothing");
              over();
            },
          },
          { highWaterMark: 0 },
        );
      port.addEventListener("message", ({ data }: MessageEvent<Answered>) => {
        if (data.kind === "piece") return body?.enqueue(data.bytes);
        if (data.kind === "head") {
          const { status, headers, hasBody } = data;
          resolve(new Response(hasBody ? stream() : null, { status, headers: headers.map(([name, value]) => [name, value]) }));
          if (hasBody) return;
        } else if (data.kind === "end") body?.close();
        else fail(new TypeError(data.message));
        over();
      });
      port.start();
      this.#thread.postMessage(request, [port2]);
    });
  }
}
