import type { IncomingMessage, ServerResponse } from "node:http";
import type { Host } from "@cadastre/inventory-core";
import { toNodeHandler } from "srvx/node";
import { AppBuilder } from "./create-app.ts";
import { Lifecycle } from "./lifecycle.ts";
import { HandlerOptions, type HandlerSettings } from "./options.ts";
import { OwnCounters } from "./own-counters.ts";
import { type RateLimits, rateLimitsOf } from "./rate-limit.ts";

type NodeHandler = (req: IncomingMessage, res: ServerResponse) => unknown;

/** The HTTP interface of a host, without a socket: for a server of your own. */
export interface HttpHandler {
  /** For `node:http`: `createServer(handler.node)`. The faster of the two. */
  readonly node: (req: IncomingMessage, res: ServerResponse) => void;
  /** For anything that speaks Request and Response. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** From now on new requests are refused with 503; those in flight finish. */
  stop(): void;
}

/**
 * Makes the HTTP interface of a host. Its limits are counted in this process alone; those of httpPlugin are shared by hosts.
 * @throws HTTP_ROUTE_WITHOUT_ACCESS, HTTP_UNDECLARED_ERROR, ZodError for options that are wrong
 *
 * @example
 * const handler = createHandler(inventory.host);
 * createServer(handler.node).listen(8080);
 */
export function createHandler(host: Host, options: HandlerOptions = {}): HttpHandler {
  const settings = HandlerOptions.parse(options);
  return handlerOf(host, settings, rateLimitsOf(settings.rateLimit, new OwnCounters(), host.clock));
}

/** @throws HTTP_ROUTE_WITHOUT_ACCESS, HTTP_UNDECLARED_ERROR */
export function handlerOf(host: Host, settings: HandlerSettings, limits: RateLimits | undefined): HttpHandler {
  const lifecycle = new Lifecycle();
  const app = new AppBuilder(host, settings, lifecycle, limits).build();
  // srvx types its handler for HTTP/1.1 and HTTP/2 at once; ours is HTTP/1.1.
  const handle = toNodeHandler((request) => app.fetch(request), { maxRequestBodySize: settings.bodyLimitBytes }) as NodeHandler;
  return {
    node: (req, res) => {
      // A failure below our own error handling must not end the process.
      try {
        Promise.resolve(handle(req, res)).catch(() => res.destroy());
      } catch {
        res.destroy();
      }
    },
    fetch: async (request) => await app.fetch(request),
    stop: () => lifecycle.stop(),
  };
}
