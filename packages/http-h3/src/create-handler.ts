import type { IncomingMessage, ServerResponse } from "node:http";
import type { Host } from "@cadastre/inventory-core";
import { toNodeHandler } from "srvx/node";
import { BasePath } from "./server/base-path.ts";
import { givenOf, innerRequest, type RequestFacts } from "./server/given-request.ts";
import { GIVEN } from "./request/incoming.ts";
import { ClientAddresses } from "./request/client-address.ts";
import { AppBuilder } from "./create-app.ts";
import { Lifecycle } from "./server/lifecycle.ts";
import { HandlerOptions, type HandlerSettings } from "./options.ts";
import { OwnCounters } from "./limits/own-counters.ts";
import { BODIES_LIMIT } from "./limits/callers.ts";
import { type RateLimits, rateLimitsOf } from "./limits/rate-limit.ts";
import { HttpMetrics } from "./metrics/http-metrics.ts";
import { LISTS_LIMIT } from "./streamed/list-slots.ts";

/** Express and others take the path that they mount at off `url`, and keep all of it in `originalUrl`. */
function asSent(req: IncomingMessage & { readonly originalUrl?: unknown }): Pick<IncomingMessage, "url" | "headers" | "socket"> {
  const { headers, socket, originalUrl } = req;
  return { url: typeof originalUrl === "string" ? originalUrl : req.url, headers, socket };
}

/** Resolves when a response was sent, or its connection was closed. */
function sent(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (res.writableFinished || res.closed) resolve();
    else res.once("finish", resolve).once("close", resolve);
  });
}

type NodeHandler = (req: IncomingMessage, res: ServerResponse) => unknown;

/** The HTTP interface of a host, without a socket: for a server of your own. */
export interface HttpHandler {
  /**
   * For `node:http` and what stands on it: `createServer(handler.node)`, `app.use("/ipam", handler.node)`. The faster of the two.
   * A body that was read before is taken from `req.body`.
   * @returns a promise that is fulfilled when the answer was sent or its client has left, and never rejected: h3, Nitro and others take a
   * handler without one for done
   */
  readonly node: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  /** For anything that speaks Request and Response. */
  readonly fetch: (request: Request, info?: RequestFacts) => Promise<Response>;
  /** From now on new requests are refused with 503; those in flight finish. */
  stop(): void;
}

/**
 * Makes the HTTP interface of a host. Its limits are counted in this process alone; those of httpPlugin are shared by hosts.
 * @throws HTTP_ROUTE_WITHOUT_ACCESS, HTTP_UNDECLARED_ERROR, HTTP_BASE_PATH_TAKEN, ZodError for options that are wrong
 *
 * @example
 * const handler = createHandler(inventory.host);
 * createServer(handler.node).listen(8080);
 */
export function createHandler(host: Host, options: HandlerOptions = {}): HttpHandler {
  const settings = HandlerOptions.parse(options);
  const limits = rateLimitsOf(settings.rateLimit, new OwnCounters(), host.clock);
  return handlerOf(host, settings, limits, new ClientAddresses(settings.trustedProxies), metricsOf(limits));
}

/** The metrics of a handler with these limits. */
export function metricsOf(limits: RateLimits | undefined): HttpMetrics {
  return new HttpMetrics([
    LISTS_LIMIT,
    BODIES_LIMIT,
    ...(limits === undefined ? [] : ["general", "work", "streams", ...Object.keys(limits.exact)]),
  ]);
}

/** @throws HTTP_ROUTE_WITHOUT_ACCESS, HTTP_UNDECLARED_ERROR, HTTP_BASE_PATH_TAKEN */
export function handlerOf(
  host: Host,
  settings: HandlerSettings,
  limits: RateLimits | undefined,
  addresses: ClientAddresses,
  metrics: HttpMetrics,
): HttpHandler {
  const lifecycle = new Lifecycle();
  const base = settings.basePath === "" ? undefined : new BasePath(settings.basePath, addresses);
  const { app, serveNode } = new AppBuilder(host, settings, lifecycle, limits, addresses, metrics).build();
  // srvx types its handler for HTTP/1.1 and HTTP/2 at once; ours is HTTP/1.1.
  const handle = toNodeHandler((request) => app.fetch(request), { maxRequestBodySize: settings.bodyLimitBytes }) as NodeHandler;
  return {
    node: (req, res) => {
      // A failure below our own error handling must not end the process.
      try {
        if (base !== undefined) req.url = base.targetOf(asSent(req));
        Promise.resolve(serveNode(req, res) ?? handle(req, res)).catch(() => res.destroy());
      } catch {
        res.destroy();
      }
      return sent(res);
    },
    fetch: async (request, info) => {
      const given = givenOf(request, info);
      const url = base === undefined ? request.url : new URL(base.inside(request.url), request.url);
      return await app.request(innerRequest(given, url), undefined, { [GIVEN]: given });
    },
    stop: () => lifecycle.stop(),
  };
}
