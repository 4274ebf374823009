import { textOf } from "./answer-body.ts";
import { CadastreError, type CadastreErrorInit, type ErrorCode } from "./client-error.ts";
import { kindOf, type KindTable } from "./error-kind.ts";
import type { RequestTimeout } from "../request-timeout.ts";

/** Which attempt failed. */
export interface Attempt {
  readonly operation: string;
  readonly attempts: number;
  readonly url: string;
}

/** Codes of Node for certificates and handshakes that fail. */
const TLS_CODES = /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)/;

/** Most characters of an answer that is read for an error. */
const MAX_ERROR_TEXT = 65_536;

/** The error that the service answered with. */
export async function answeredError(
  response: Response,
  pieces: AsyncIterable<Uint8Array>,
  attempt: Attempt,
  kinds: KindTable,
): Promise<CadastreError> {
  const { status, headers } = response;
  const common = {
    status,
    operation: attempt.operation,
    attempts: attempt.attempts,
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: retryAfterOf(headers.get("retry-after")),
  };
  const body = await textOf(limited(pieces)).then(parsed, () => undefined);
  if (body === undefined)
    return new CadastreError({ ...common, code: "BAD_ANSWER", kind: kindOf(status, ""), message: foreignAnswer(response, attempt) });
  // A newer server, or one with other plugins, may have a code that is not known here.
  const code = body.code as ErrorCode;
  return new CadastreError({ ...common, code, kind: kindOf(status, body.code, kinds), message: body.error, details: body.details });
}

/** Something answered that the service would not. */
export function badAnswer(response: Response, attempt: Attempt, cause?: unknown): CadastreError {
  const { status, headers } = response;
  return new CadastreError({
    ...attempt,
    code: "BAD_ANSWER",
    kind: "protocol",
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    message: foreignAnswer(response, attempt),
    cause,
  });
}

function foreignAnswer({ status, headers, type }: Response, { url }: Attempt): string {
  const location = headers.get("location");
  if (type === "opaqueredirect" || (status >= 300 && status < 400)) {
    return `${originOf(url)} redirects the request${location === null ? "" : ` (${location})`}: use the final URL as the ` + `base URL`;
  }
  return (
    `${originOf(url)} responded with status ${status} and ${headers.get("content-type") ?? "no content type"}, which ` +
    `is not a response of Cadastre: ` +
    `check the base URL, and proxies between client and server`
  );
}

/** What went wrong on the way. What the caller aborted is thrown as the reason of their signal. */
export function failureOnTheWay(
  error: unknown,
  timeout: RequestTimeout,
  callers: AbortSignal | undefined,
  attempt: Attempt,
  begun?: Response,
): unknown {
  if (error instanceof CadastreError) return error;
  if (callers?.aborted === true) return callers.reason;
  const { operation, attempts, url } = attempt;
  const common: Omit<CadastreErrorInit, "code" | "kind" | "message"> = {
    operation,
    attempts,
    cause: error,
    ...(begun === undefined ? {} : { status: begun.status, requestId: begun.headers.get("x-request-id") ?? undefined }),
  };
  const origin = originOf(url);
  if (timeout.isOver) {
    return new CadastreError({
      ...common,
      code: "TIMED_OUT",
      kind: "timeout",
      message: `no data from ${origin} for ${timeout.timeoutMs / 1000} s`,
    });
  }
  const { code, message } = deepest(error);
  const details = { reason: code };
  if (TLS_CODES.test(code))
    return new CadastreError({
      ...common,
      details,
      code: "TLS_FAILED",
      kind: "network",
      message: `no secure connection to ${origin}: ${message}`,
    });
  if (begun !== undefined)
    return new CadastreError({
      ...common,
      details,
      code: "CUT_OFF",
      kind: "network",
      message: `the response of ${origin} is incomplete: ${message}`,
    });
  return new CadastreError({
    ...common,
    details,
    code: "NETWORK_FAILED",
    kind: "network",
    message: `no connection to ${origin}: ${message}`,
  });
}

/** fetch hides what happened in the cause of its error, which need not be an error itself. */
function deepest(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: "", message: typeof error === "string" ? error : "" };
  const own = "code" in error && typeof error.code === "string" ? error.code : "";
  const inner = deepest(error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined));
  return { code: inner.code || own, message: inner.message || error.message || own };
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "the server";
}

interface ErrorBody {
  readonly code: string;
  readonly error: string;
  readonly details?: unknown;
}

function parsed(text: string): ErrorBody | undefined {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null;
    return typeof body?.code === "string" && typeof body.error === "string" ? (body as ErrorBody) : undefined;
  } catch {
    return undefined;
  }
}

async function* limited(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = MAX_ERROR_TEXT;
  for await (const piece of pieces) {
    yield piece;
    left -= piece.length;
    if (left <= 0) return;
  }
}

/** Seconds, or a date (RFC 9110 §10.2.3). */
function retryAfterOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000);
}
