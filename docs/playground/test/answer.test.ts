import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerThrough } from "../engine/answer.ts";
import type { Answered, Asked, Wanted } from "../messages.ts";

const asked = (more: Partial<Asked> = {}): Asked => ({
  method: "GET",
  path: "/api/devices?limit=1",
  headers: [],
  body: undefined,
  ...more,
});

describe("the engine, asked through a port", () => {
  let port: MessagePort;
  let theirs: MessagePort;
  let told: Answered[];
  let wake: () => void;
  beforeEach(() => {
    ({ port1: port, port2: theirs } = new MessageChannel());
    told = [];
    wake = () => {};
    port.addEventListener("message", ({ data }: MessageEvent<Answered>) => {
      told.push(data);
      wake();
    });
    port.start();
  });
  afterEach(() => port.close());

  const say = (wanted: Wanted): void => port.postMessage(wanted);
  const next = async (): Promise<Answered> => {
    for (;;) {
      const first = told.shift();
      if (first !== undefined) return first;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };

  it("is given the request as it was sent", async () => {
    const body = new TextEncoder().encode('{"name":"web-01"}');
    const headers = [["content-type", "application/json"]] as const;
    const seen: unknown[] = [];
    await answerThrough(theirs, asked({ method: "POST", headers, body }), async (request, { body: given, remoteAddress }) => {
      seen.push(request.method, new URL(request.url).pathname, new URL(request.url).search, request.headers.get("content-type"));
      seen.push(given, remoteAddress);
      return new Response(null, { status: 201, headers: { "x-request-id": "7" } });
    });
    expect(seen).toEqual(["POST", "/api/devices", "?limit=1", "application/json", body, "127.0.0.1"]);
    expect(await next()).toEqual({ kind: "head", status: 201, headers: [["x-request-id", "7"]], hasBody: false });
  });

  it("reads on when it is asked for more, and no sooner", async () => {
    const pulled: string[] = [];
    const pieces = ["one", "two"];
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const piece = pieces.shift();
          if (piece === undefined) return controller.close();
          pulled.push(piece);
          controller.enqueue(new TextEncoder().encode(piece));
        },
      },
      { highWaterMark: 0 },
    );
    await answerThrough(theirs, asked(), async () => new Response(stream));
    expect(await next()).toMatchObject({ kind: "head", hasBody: true });
    expect(pulled).toEqual([]);
    for (const piece of ["one", "two"]) {
      say("more");
      expect(await next()).toEqual({ kind: "piece", bytes: new TextEncoder().encode(piece) });
      expect(pulled.at(-1)).toBe(piece);
    }
    say("more");
    expect(await next()).toEqual({ kind: "end" });
  });

  it("lets go of what nobody reads any more", async () => {
    const cancelled = Promise.withResolvers<void>();
    const stream = new ReadableStream<Uint8Array>({ cancel: () => cancelled.resolve() });
    let signal: AbortSignal | undefined;
    await answerThrough(theirs, asked(), async (request) => {
      ({ signal } = request);
      return new Response(stream);
    });
    await next();
    say("nothing");
    await cancelled.promise;
    expect(signal?.aborted).toBe(true);
  });

  it("says that it failed, before the answer and in the midst of it", async () => {
    await answerThrough(theirs, asked(), async () => await Promise.reject(new Error("no answer")));
    expect(await next()).toEqual({ kind: "failed", message: "Error: no answer" });
    const { port1, port2 } = new MessageChannel();
    const failed = new Promise<Answered>((resolve) => {
      port1.addEventListener("message", ({ data }: MessageEvent<Answered>) =>
        data.kind === "head" ? port1.postMessage("more" satisfies Wanted) : resolve(data),
      );
    });
    port1.start();
    const broken = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error("half a list")) }, { highWaterMark: 0 });
    await answerThrough(port2, asked(), async () => new Response(broken));
    expect(await failed).toEqual({ kind: "failed", message: "Error: half a list" });
    port1.close();
  });
});
