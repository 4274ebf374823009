import { createFetch } from "ofetch";
import { piecesOf } from "./answers/answer-body.ts";
import { CadastreError } from "./answers/client-error.ts";
import type { ClientOptions } from "./client-options.ts";
import type { KindTable } from "./answers/error-kind.ts";
import { answeredError, type Attempt, badAnswer, failureOnTheWay } from "./answers/failures.ts";
import { RequestTimeout } from "./request-timeout.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { isRateLimited, RetryPolicy, wait } from "./retry-policy.ts";

/**
 * The headers of a request while ofetch looks at them; fetch takes them as pairs. A fetch that is not Node's own is then
 * free of Node's Headers, whose first use takes as long as starting Node.
 */
class SentHeaders extends Map<string, string> {
  constructor(headers: Readonly<Record<string, string>>) {
    super(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  }

  override get(name: string): string | undefined {
    return super.get(name.toLowerCase());
  }
}

/** An answer that says success. */
export interface Success {
  readonly response: Response;
  /** Its bytes; what goes wrong is thrown as a CadastreError. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** The error for an answer that is not of this service. */
  bad(cause?: unknown): CadastreError;
}

/** What a connection is asked for beside the call. */
interface Connection {
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** Sends calls, again where that is safe, and tells failures apart. */
export class Transport {
  readonly retry: RetryPolicy;
  readonly timeoutMs: number;
  readonly #options: ClientOptions;
  readonly #kinds: KindTable;
  readonly #baseUrl: string;
  readonly #fetch: ReturnType<typeof createFetch>;

  /** @throws TypeError for an invalid base URL */
  constructor(options: ClientOptions, kinds: KindTable) {
    this.#options = options;
    this.#kinds = kinds;
    this.#baseUrl = checkedBaseUrl(options.baseUrl);
    this.retry = new RetryPolicy(options.retry);
    this.timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    // The global fetch is looked up at each call, as fetch itself is: tests and tracers put another in its place.
    this.#fetch = createFetch({
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      Headers: SentHeaders as unknown as typeof Headers,
    });
  }

  /** Sends a call until `read` has what it wants of the answer. @throws CadastreError; the reason of the caller's signal */
  async send<T>(call: PreparedCall, read: (success: Success) => T | Promise<T>, connection: Connection = {}): Promise<T> {
    const limited = { times: 0, waitedMs: 0 };
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await this.#once(call, attempts, read, connection);
      } catch (error) {
        if (!(error instanceof CadastreError)) throw error;
        const delayMs = this.retry.delayAfter(error, call.repeatable, limited);
        if (delayMs === undefined) throw error;
        if (isRateLimited(error)) {
          limited.times += 1;
          limited.waitedMs += delayMs;
        }
        this.#options.onWait?.({ operation: call.route.id, attempt: attempts, delayMs, error, signal: call.signal });
        await wait(delayMs, call.signal);
      }
    }
  }

  async #once<T>(
    call: PreparedCall,
    attempts: number,
    read: (success: Success) => T | Promise<T>,
    { headers, timeoutMs = call.timeoutMs ?? this.timeoutMs }: Connection,
  ): Promise<T> {
    call.signal?.throwIfAborted();
    const timeout = new RequestTimeout(timeoutMs, call.signal);
    const attempt: Attempt = { operation: call.route.id, attempts, url: this.#baseUrl + call.path };
    const failed = (error: unknown, begun?: Response): unknown => failureOnTheWay(error, timeout, call.signal, attempt, begun);
    let begun: Response | undefined;
    try {
      const response = await this.#fetchHead(call, attempts, timeout, { ...(await this.#credentials()), ...headers });
      begun = response;
      const pieces = translated(piecesOf(response, timeout), (error) => failed(error, response));
      if (response.type === "opaqueredirect" || response.status < 200 || (response.status >= 300 && response.status < 400)) {
        await response.body?.cancel();
        throw badAnswer(response, attempt);
      }
      if (!response.ok) throw await answeredError(response, pieces, attempt, this.#kinds);
      return await read({ response, pieces, bad: (cause) => badAnswer(response, attempt, cause) });
    } catch (error) {
      throw failed(error, begun);
    }
  }

  async #fetchHead(
    { route, path, query, body, headers, signal }: PreparedCall,
    attempt: number,
    timeout: RequestTimeout,
    more: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const { onRequest, onResponse } = this.#options;
    const began = performance.now();
    const sent = { operation: route.id, method: route.method, url: withQueryOf(this.#baseUrl + path, query), attempt };
    const received = (response: Response | null): void => {
      onResponse?.({
        ...sent,
        status: response?.status ?? null,
        aborted: response === null && signal?.aborted === true,
        requestId: response?.headers.get("x-request-id") ?? null,
        isReplay: response?.headers.get("idempotent-replay") === "true",
        durationMs: performance.now() - began,
      });
    };
    onRequest?.(sent);
    try {
      const head = this.#fetch.raw<unknown, "stream">(this.#baseUrl + path, {
        method: route.method,
        query,
        body,
        headers: { ...this.#options.headers, ...more, ...headers },
        signal: timeout.signal,
        redirect: "manual",
        responseType: "stream",
        // ofetch repeats by status and method alone, and waits on when its caller has left: RetryPolicy decides.
        retry: false,
        ignoreResponseError: true,
      });
      const response = await timeout.with(head);
      received(response);
      return response;
    } catch (error) {
      received(null);
      throw error;
    }
  }

  /** Without a token the cookie speaks, and a change needs the header that no other site can send (CSRF). */
  async #credentials(): Promise<Record<string, string>> {
    const { token, cookie } = this.#options;
    if (token !== undefined) return { authorization: `Bearer ${typeof token === "function" ? await token() : token}` };
    return { "x-requested-with": "XMLHttpRequest", ...(cookie === undefined ? {} : { cookie }) };
  }
}

/** Errors of a stream as errors of the call. */
async function* translated(pieces: AsyncIterable<Uint8Array>, failed: (error: unknown) => unknown): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    throw failed(error);
  }
}

function withQueryOf(url: string, query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]));
  return pairs.length === 0 ? url : `${url}?${new URLSearchParams(pairs).toString()}`;
}

function checkedBaseUrl(baseUrl: string): string {
  if (baseUrl === "" || baseUrl.startsWith("/")) return baseUrl.replace(/\/+$/, "");
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== "" ||
    url.password !== "" ||
    url.search !== "" ||
    url.hash !== ""
  ) {
    throw new TypeError(
      "baseUrl must be an http or https URL without user info, query and fragment, such as https://inventory.example.com",
    );
  }
  return url.href.replace(/\/+$/, "");
}
