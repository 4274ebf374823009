import { type CallContext, coreErrors, type RawHandler } from "@cadastre/inventory-core";
import { ASK_FIRST, FOREVER, PAGE_HEADERS } from "./page-headers.ts";
import type { PageFile } from "./page-files.ts";
import type { PageSource } from "./page-source.ts";
import { waitingPage } from "./waiting-page.ts";

/** First segments of paths that are the server's own: what is missing there is missing, and no page. */
const NOT_THE_PAGES = new Set(["api", "mcp", "mcp-oauth", ".well-known", "healthz", "readyz", "metrics", "docs", "assets"]);

/** Answers every path that nothing else has: a file of the page, or the page itself, which knows its own paths. */
export class PageHandler implements RawHandler {
  readonly path = "/";
  readonly access = "public";
  readonly uncounted = true;
  readonly #source: PageSource;

  constructor(source: PageSource) {
    this.#source = source;
  }

  /** @throws NOT_FOUND for what is neither */
  async handle(request: Request, { basePath = "" }: Pick<CallContext, "basePath"> = {}): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.method !== "GET" && request.method !== "HEAD") throw coreErrors.NOT_FOUND({ what: "path" });
    const isPage = isPagePath(pathname, request.headers.get("accept"));
    const state = await this.#source.look();
    if (state.kind !== "ready") {
      if (isPage) return waitingPage(state);
      throw coreErrors.NOT_FOUND({ what: "path" });
    }
    const file = state.page.files.get(pathname) ?? (isPage ? state.page.indexUnder(basePath) : undefined);
    if (file === undefined) throw coreErrors.NOT_FOUND({ what: "path" });
    return answerWith(file, request.headers);
  }
}

/**
 * Whether a browser that is sent to this path should see the page. Programs that lost their way are told so instead; `/` is there for all.
 */
function isPagePath(pathname: string, accept: string | null): boolean {
  if (pathname === "/") return true;
  return !NOT_THE_PAGES.has(pathname.split("/")[1] ?? "") && accept?.includes("text/html") === true;
}

function answerWith({ type, etag, immutable, plain, coded }: PageFile, asked: Headers): Response {
  const headers = new Headers({ ...PAGE_HEADERS, etag, "cache-control": immutable ? FOREVER : ASK_FIRST });
  if (names(asked.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const best = coded.find(({ coding }) => accepts(asked.get("accept-encoding"), coding));
  const bytes = best?.bytes ?? plain;
  headers.set("content-type", type);
  headers.set("content-length", String(bytes.byteLength));
  if (best !== undefined) headers.set("content-encoding", best.coding);
  return new Response(bytes, { status: 200, headers });
}

/** Whether If-None-Match names a tag; weak comparison (RFC 9110 §13.1.2). */
function names(header: string | null, etag: string): boolean {
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, "");
  return header !== null && header.split(",").some((tag) => tag.trim() === "*" || opaque(tag) === opaque(etag));
}

/** Whether Accept-Encoding has a coding by its name, with a weight above 0 (RFC 9110 §12.5.3). */
function accepts(header: string | null, coding: string): boolean {
  return (header ?? "").split(",").some((part) => {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
