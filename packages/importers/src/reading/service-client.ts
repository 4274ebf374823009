import { ofetch } from "ofetch";
import { setTimeout as wait } from "node:timers/promises";
import { realTimers } from "@cadastre/inventory-core/exchange";
import { badInput, badService } from "./bad-input.ts";

/** Times that a request is made before it is given up. */
const ATTEMPTS = 5;

/** Longest wait between two attempts, in milliseconds, whatever the service asks for. */
const MAX_WAIT_MS = 120_000;

/** How long an answer may take, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Largest answer, in bytes. */
const MAX_BYTES = 128 * 1024 * 1024;

const RETRIED = new Set([408, 425, 429, 500, 502, 503, 504]);

/** How to reach a service. */
export interface ServiceAccess {
  /** Its name in messages. */
  readonly label: string;
  /** Ends with a slash; every request goes below it. */
  readonly base: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryDelayMs: number;
  readonly signal: AbortSignal | undefined;
}

/** An answer. */
export interface ServiceAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** What is left of an attempt that failed: why, and how long the service wants to be left alone. */
interface Failure {
  readonly why: string;
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** Reads JSON of a service below one address: credentials never go anywhere else, for no redirect is followed. */
export class ServiceClient {
  readonly #access: ServiceAccess;

  constructor(access: ServiceAccess) {
    this.#access = access;
  }

  get base(): URL {
    return this.#access.base;
  }

  /**
   * Asks for a path below the base, again after a while when the service is busy or fails.
   * @param headers beside those of the access
   * @returns the answer, when it is JSON with a status below 400 or one of `accepted`
   * @throws INVALID_INPUT when it refuses the request, UNAVAILABLE when it keeps failing
   */
  async json(
    path: string,
    {
      method = "GET",
      headers = {},
      accepted = [],
    }: {
      readonly method?: "GET" | "POST";
      readonly headers?: Readonly<Record<string, string>>;
      readonly accepted?: readonly number[];
    } = {},
  ): Promise<ServiceAnswer> {
    const { label, base, signal, retryDelayMs } = this.#access;
    const url = new URL(path, base);
    if (url.origin !== base.origin)
      throw badInput(`${label} redirects to ${url.origin}, which is not followed: the credentials are for ${base.origin}`);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#attempt(url, method, headers, accepted);
      if ("status" in answer) return answer;
      if (attempt === ATTEMPTS)
        throw badService(`${label} failed ${ATTEMPTS} times at ${shown(url)}: ${answer.why}. Nothing was changed`, answer.cause);
      const waitMs = Math.min(answer.retryAfterMs ?? retryDelayMs * 2 ** (attempt - 1), MAX_WAIT_MS);
      await wait(waitMs, undefined, signal === undefined ? {} : { signal });
    }
  }

  async #attempt(
    url: URL,
    method: "GET" | "POST",
    headers: Readonly<Record<string, string>>,
    accepted: readonly number[],
  ): Promise<ServiceAnswer | Failure> {
    const { label, headers: own, signal } = this.#access;
    const over = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal === undefined ? [] : [signal])]);
    let status: number;
    let text: string;
    try {
      const response = await ofetch.raw(url.href, {
        method,
        headers: { accept: "application/json", ...own, ...headers },
        responseType: "stream",
        redirect: "manual",
        retry: false,
        ignoreResponseError: true,
        signal: over,
      });
      status = response.status;
      if (RETRIED.has(status)) {
        await response._data?.cancel();
        return { why: `status ${status}`, ...retryAfterOf(response.headers.get("retry-after")) };
      }
      if (status >= 300 && status < 400)
        throw badInput(`${label} redirects ${shown(url)} to ${response.headers.get("location") ?? "another URL"}: pass its final URL`);
      text = await textOf(response._data, label, url);
      if (status === 401 || status === 403)
        throw badInput(`${label} refuses the credentials (status ${status} at ${shown(url)}${reasonIn(text)})`);
      if (status >= 400 && !accepted.includes(status))
        throw badInput(`${label} answered with status ${status} at ${shown(url)}${reasonIn(text)}: check its URL`);
    } catch (error) {
      signal?.throwIfAborted();
      if (isOurs(error)) throw error;
      return { why: whyOf(error), cause: error };
    }
    try {
      return { status, body: JSON.parse(text) };
    } catch (error) {
      throw badInput(`${label} answered ${shown(url)} with invalid JSON: check its URL`, error);
    }
  }
}

const isOurs = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "INVALID_INPUT";

/** A fetch hides the cause: connection refused, no such host, certificate not trusted. */
function whyOf(error: unknown): string {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause;
  return deepest instanceof Error ? deepest.message || deepest.name : String(deepest);
}

/** What a service says of its refusal: NetBox in `detail`, phpIPAM in `message`. */
function reasonIn(text: string): string {
  try {
    const { detail, message } = JSON.parse(text) as { readonly detail?: unknown; readonly message?: unknown };
    const reason = detail ?? message;
    return typeof reason === "string" ? `, ${JSON.stringify(reason.slice(0, 200))}` : "";
  } catch {
    return "";
  }
}

/** Seconds or a date (RFC 9110 §10.2.3). */
function retryAfterOf(header: string | null): { readonly retryAfterMs?: number } {
  if (header === null) return {};
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - realTimers.systemNow();
  return Number.isNaN(ms) ? {} : { retryAfterMs: Math.max(0, ms) };
}

async function textOf(stream: ReadableStream<Uint8Array> | undefined, label: string, url: URL): Promise<string> {
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let bytes = 0;
  for await (const piece of stream ?? []) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw badInput(`${label} answers ${shown(url)} with more than ${MAX_BYTES} bytes: ask for smaller pages`);
    texts.push(decoder.decode(piece, { stream: true }));
  }
  return texts.join("") + decoder.decode();
}

/** Without what may be long. */
const shown = (url: URL): string => `${url.origin}${url.pathname}${url.search.length > 80 ? `${url.search.slice(0, 80)}…` : url.search}`;

/**
 * The address below which a service has its API.
 * @param suffix where the API is below what people call the address, such as `api/`
 * @throws INVALID_INPUT for what is no address of a service, or has credentials in it
 */
export function serviceBase(text: string, suffix: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw badInput(`${JSON.stringify(text)} is not a valid URL of a service: use https:// or http://`);
  if (url.username !== "" || url.password !== "") throw badInput("the URL must not contain a user name or password: pass them as options");
  url.search = "";
  url.hash = "";
  const path = url.pathname.replace(/\/+$/, "");
  url.pathname = path.endsWith(`/${suffix.replace(/\/$/, "")}`) ? `${path}/` : `${path}/${suffix}`;
  return url;
}
