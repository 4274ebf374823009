import type { CadastreError } from "./answers/client-error.ts";
import type { Manifest } from "./generated/api.ts";

/** An attempt to call the service. Nothing of it is secret. */
export interface SentRequest {
  /** `devices.list` */
  readonly operation: string;
  /** Method of the request. */
  readonly method: string;
  /** URL of the request. */
  readonly url: string;
  /** 1, then 2 for the first repetition … */
  readonly attempt: number;
}

/** What came of an attempt. */
export interface ReceivedResponse extends SentRequest {
  /** Null when there was no answer. */
  readonly status: number | null;
  /** True when there was none because the caller's signal ended the call: it says nothing of the server. */
  readonly aborted: boolean;
  /** Id of the request in the logs of the server. */
  readonly requestId: string | null;
  /** Whether it is what an earlier call with the same key was given. */
  readonly isReplay: boolean;
  /** Until the head of the answer. */
  readonly durationMs: number;
}

/** A wait before a call is sent again. */
export interface RetryWait {
  /** `devices.list` */
  readonly operation: string;
  /** How often it was sent so far. */
  readonly attempt: number;
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
  /** Why: RATE_LIMIT_EXCEEDED when the caller made too many calls. */
  readonly error: CadastreError;
  /** The caller's; when it aborts, the wait is over. */
  readonly signal: AbortSignal | undefined;
}

/** When a call is sent again by itself. */
export interface RetryOptions {
  /** Most repetitions of a call; 2 unless given. */
  readonly retries?: number | undefined;
  /** Wait before the first repetition, doubled for each further; 250 unless given. */
  readonly baseDelayMs?: number | undefined;
  /**
   * True sends creations again too, under a key that is made for each call that has none. For servers that keep the answers to
   * keys: one that does not would create twice. False unless given.
   */
  readonly creations?: boolean | undefined;
  /** Longest wait. A call whose Retry-After asks for more is not repeated, unless it was over a rate limit; 10,000 unless given. */
  readonly maxDelayMs?: number | undefined;
  /**
   * How long a call waits in all for its rate limit (429 RATE_LIMIT_EXCEEDED with Retry-After) before that is its failure;
   * 120,000 unless given, 0 for not at all. A limit on sign-ins is never waited for.
   */
  readonly maxRateLimitWaitMs?: number | undefined;
}

/** How to reach the service, and as whom. */
export interface ClientOptions {
  /** Address of the server, without `/api`: `https://inventory.example.com`. In a browser "" is the page's own server. */
  readonly baseUrl: string;
  /** API key or OAuth token, or a function that gives the current one. Without it the session cookie of the browser counts. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** Value of a Cookie header that holds a session, for programs that have no cookies of their own. */
  readonly cookie?: string | undefined;
  /** Used in place of the global fetch. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** False: no call is sent twice. */
  readonly retry?: RetryOptions | false | undefined;
  /** Longest wait for the head of an answer, and for each further piece of it; 30,000 unless given. */
  readonly timeoutMs?: number | undefined;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The manifest of the server (`manifest.get`), so that operations of its plugins can be called and kinds of their errors are told.
   * Without it the client knows the operations of Cadastre and of the plugins that come with it.
   */
  readonly manifest?: Pick<Manifest, "operations" | "errors"> | undefined;
  /** Called before each wait for the next attempt, to tell people what is waited for. */
  readonly onWait?: ((wait: RetryWait) => void) | undefined;
  /** Called before each attempt. */
  readonly onRequest?: ((request: SentRequest) => void) | undefined;
  /** Called after each attempt. */
  readonly onResponse?: ((response: ReceivedResponse) => void) | undefined;
}
