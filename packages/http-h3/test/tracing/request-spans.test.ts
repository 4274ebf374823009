import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { context, propagation, SpanKind, SpanStatusCode, type TextMapPropagator, trace, TraceFlags } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterEach, describe, expect, test, vi } from "vitest";
import { startServer, type TestServer } from "../support/start.ts";

/** `traceparent` as W3C Trace Context has it, read as far as these tests send it. */
const TRACEPARENT: TextMapPropagator = {
  inject: () => {},
  fields: () => ["traceparent"],
  extract: (into, carrier, getter) => {
    const [, traceId, spanId] = String(getter.get(carrier, "traceparent") ?? "").split("-");
    return traceId === undefined || spanId === undefined
      ? into
      : trace.setSpanContext(into, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
  },
};

/** An SDK in this process, as `node --import` loads one. */
function startSdk(): InMemorySpanExporter {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(TRACEPARENT);
  return exporter;
}

afterEach(() => {
  trace.disable();
  context.disable();
  propagation.disable();
});

const spansOf = async (exporter: InMemorySpanExporter, count: number): Promise<readonly ReadableSpan[]> => {
  // An answer is read before its span has ended.
  await vi.waitFor(() => expect(exporter.getFinishedSpans()).toHaveLength(count));
  return exporter.getFinishedSpans();
};

describe("with an SDK, a request", () => {
  test("is a span by its route, with what logs may have of it", async () => {
    const exporter = startSdk();
    await using server = await startServer();
    await server.call("/api/probes/p1?secret=topsecret", { headers: { "x-request-id": "r-1" } });
    const [span] = await spansOf(exporter, 1);
    expect([span?.name, span?.kind, span?.status.code, span?.parentSpanContext]).toEqual([
      "GET /api/probes/{id}",
      SpanKind.SERVER,
      SpanStatusCode.UNSET,
      undefined,
    ]);
    expect(span?.attributes).toEqual({
      "http.request.method": "GET",
      "http.route": "/api/probes/{id}",
      "url.path": expect.not.stringContaining("topsecret"),
      "cadastre.request_id": "r-1",
      "client.address": expect.stringMatching(/127\.0\.0\.1|::1/),
      "http.response.status_code": 400,
      "user.id": expect.any(String),
    });
  });

  test("goes on with the trace of its caller, and what it does is within it", async () => {
    const exporter = startSdk();
    await using server = await startServer();
    const get = server.probes.get.bind(server.probes);
    server.probes.get = (id) =>
      trace.getTracer("inner").startActiveSpan("inner", (span) => {
        span.end();
        return get(id);
      });
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    await server.call("/api/probes/p1", { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });
    const spans = await spansOf(exporter, 2);
    const [inner, outer] = [spans.find(({ name }) => name === "inner"), spans.find(({ name }) => name !== "inner")];
    expect([outer?.spanContext().traceId, outer?.parentSpanContext?.spanId]).toEqual([traceId, "b7ad6b7169203331"]);
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
  });

  test("that fails is an error, and one that is refused is none", async () => {
    const exporter = startSdk();
    await using server = await startServer();
    await server.call("/api/probes/nobody");
    await server.call("/api/probes/fail?how=unknown");
    const spans = await spansOf(exporter, 2);
    expect(spans.map(({ status, attributes }) => [attributes["http.response.status_code"], status.code])).toEqual([
      [404, SpanStatusCode.UNSET],
      [500, SpanStatusCode.ERROR],
    ]);
  });

  test("of a path of a client's invention adds no name", async () => {
    const exporter = startSdk();
    await using server = await startServer();
    for (const path of ["/nowhere-1", "/nowhere-2"]) await server.call(path);
    expect((await spansOf(exporter, 2)).map(({ name }) => name)).toEqual(["GET (none)", "GET (none)"]);
  });
});

test("without an SDK nothing is recorded, and requests are answered", async () => {
  await using server: TestServer = await startServer();
  let active: unknown = "not looked";
  const get = server.probes.get.bind(server.probes);
  server.probes.get = (id) => {
    active = trace.getActiveSpan();
    return get(id);
  };
  expect((await server.call("/api/probes/p1")).status).toBe(200);
  expect(active).toBeUndefined();
});
