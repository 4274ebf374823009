import {
  type Context,
  context,
  isSpanContextValid,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from "@opentelemetry/api";
import { knownMethod } from "../metrics/http-metrics.ts";

/** What a span tells of a request. */
export interface TracedRequest {
  readonly method: string;
  readonly requestId: string;
  /** The path as logs may have it, without the query. */
  readonly loggedPath: string;
  readonly address: string | undefined;
  /** Who called, once known. */
  readonly principalId: string | undefined;
  header(name: string): string | undefined;
}

/** Headers in which callers say what trace they are in. */
const HEADERS: TextMapGetter<TracedRequest> = {
  get: (request, name) => request.header(name),
  keys: () => ["traceparent", "tracestate", "baggage"],
};

const nothing = (): void => {};

/**
 * A span for each request, by the API of OpenTelemetry. Where the process has an SDK, it goes there, and is the parent of
 * what else the SDK traces meanwhile, such as statements of PostgreSQL. Where it has none, nothing is recorded.
 */
export class RequestSpans {
  readonly #tracer = trace.getTracer("@cadastre/http-h3");

  /**
   * Does the work of a request within its span.
   * @param route that it found, as metrics call it
   * @param work is given what takes the status of the answer
   */
  within<T>(request: TracedRequest, route: string, work: (tellStatus: (status: number) => void) => Promise<T>): Promise<T> {
    // Instrumentation of node:http may have begun one: then this is a part of it, and its parent is known.
    const outer = trace.getActiveSpan();
    const parent = outer === undefined ? propagation.extract(context.active(), request, HEADERS) : context.active();
    const method = knownMethod(request.method);
    const span = this.#tracer.startSpan(`${method} ${route}`, { kind: outer === undefined ? SpanKind.SERVER : SpanKind.INTERNAL }, parent);
    if (!span.isRecording()) {
      // Of an SDK that does not sample it, what is within it must know; without an SDK nobody asks.
      return isSpanContextValid(span.spanContext())
        ? context.with(trace.setSpan(parent, span), async () => await work(nothing))
        : work(nothing);
    }
    return this.#recorded(request, route, span, parent, work);
  }

  async #recorded<T>(
    request: TracedRequest,
    route: string,
    span: Span,
    parent: Context,
    work: (tellStatus: (status: number) => void) => Promise<T>,
  ): Promise<T> {
    // Names of the semantic conventions for HTTP.
    span.setAttributes({
      "http.request.method": knownMethod(request.method),
      "http.route": route,
      "url.path": request.loggedPath,
      "cadastre.request_id": request.requestId,
    });
    if (request.address !== undefined) span.setAttribute("client.address", request.address);
    try {
      return await context.with(trace.setSpan(parent, span), async () => await work((status) => tellEnd(span, request, status)));
    } finally {
      span.end();
    }
  }
}

function tellEnd(span: Span, { principalId }: TracedRequest, status: number): void {
  span.setAttribute("http.response.status_code", status);
  if (principalId !== undefined) span.setAttribute("user.id", principalId);
  if (status < 500) return;
  span.setAttribute("error.type", String(status));
  span.setStatus({ code: SpanStatusCode.ERROR });
}
