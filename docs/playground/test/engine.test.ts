import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Engine } from "../page/engine.ts";
import type { Answered, Asked, Told } from "../messages.ts";

const LIST: Asked = { method: "GET", path: "/api/devices", headers: [], body: undefined };

/** Stands for the thread: the port of each request is handed out. */
class Thread extends EventTarget {
  static port: PromiseWithResolvers<MessagePort>;

  constructor() {
    super();
    setImmediate(() => this.dispatchEvent(Object.assign(new Event("message"), { data: { kind: "ready" } satisfies Told })));
  }

  postMessage(_: Asked, [port]: [MessagePort]): void {
    Thread.port.resolve(port);
  }
}

describe("a list of the engine", () => {
  beforeEach(() => {
    Thread.port = Promise.withResolvers();
    vi.stubGlobal("Worker", Thread);
    vi.stubGlobal("document", { baseURI: "http://127.0.0.1/playground/" });
    vi.stubGlobal("ENGINE_FILE", "engine.js");
  });
  afterEach(() => vi.unstubAllGlobals());

  it.each(["its caller has gone", "its reader has"])("that comes after %s is dropped", async (who) => {
    const caller = new AbortController();
    const answered = new Engine().send(LIST, caller.signal);
    const port = await Thread.port.promise;
    const say = (answer: Answered): void => port.postMessage(answer);
    say({ kind: "head", status: 200, headers: [], hasBody: true });
    const reader = ((await answered).body as ReadableStream<Uint8Array>).getReader();
    const reading = reader.read().then(
      () => "read",
      (error: unknown) => String(error),
    );
    // On its way by the time that nobody wants it: an error in who hears of it would fail the run.
    say({ kind: "piece", bytes: new Uint8Array(1) });
    say({ kind: "end" });
    if (who === "its reader has") await reader.cancel();
    else caller.abort(new Error("gone"));
    expect(await reading).toBe(who === "its reader has" ? "read" : "Error: gone");
    await new Promise((resolve) => setImmediate(resolve));
    port.close();
  });
});
