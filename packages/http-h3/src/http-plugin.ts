import { definePlugin, type Host, type Plugin, STORAGE } from "@cadastre/inventory-core";
import { handlerOf, type HttpHandler, metricsOf } from "./create-handler.ts";
import { ClientAddresses, plainAddress } from "./request/client-address.ts";
import { addressKeyOf } from "./limits/caller.ts";
import { httpErrors } from "./http.errors.ts";
import { rateLimitHeaders } from "./limits/limit-state.ts";
import { ConnectionLimits } from "./server/connection-limits.ts";
import { type Listening, listenOn } from "./server/listen.ts";
import { REFERENCE_PATH } from "./openapi/system-paths.ts";
import { HttpOptions } from "./options.ts";
import { rateLimitsOf } from "./limits/rate-limit.ts";
import { OwnCounters } from "./limits/own-counters.ts";
import { StoredCounters } from "./limits/shared-counters.ts";
import { WindowExchange } from "./limits/window-exchange.ts";

/** Where the server of the plugin listens. @throws HTTP_NOT_LISTENING before the start and after the stop */
export interface HttpServer {
  /** `http://127.0.0.1:8080`, with the base path if there is one, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** SHA-256 of the certificate that `selfSigned` made, in hexadecimal pairs. */
  readonly fingerprint: string | undefined;
}

/** The HTTP interface as a plugin, with the address of its server. */
export interface HttpPlugin extends Plugin {
  readonly id: "http";
  readonly server: HttpServer;
}

/**
 * Serves the operations of a host over HTTP. Give it last, so that it starts when all others run and stops before them.
 * @throws ZodError for options that are wrong
 *
 * @example
 * const http = httpPlugin({ port: 0 });
 * await using inventory = await createInventory({ storage: sqlite("inventory.db"), plugins: [auth, http] });
 * console.log(http.server.url);
 */
export function httpPlugin(options: HttpOptions = {}): HttpPlugin {
  const settings = HttpOptions.parse(options);
  let running: { readonly handler: HttpHandler; readonly listening: Listening; readonly exchange: WindowExchange | undefined } | undefined;
  const listening = (): Listening => {
    if (running === undefined) throw httpErrors.HTTP_NOT_LISTENING({});
    return running.listening;
  };
  const plugin = definePlugin({
    id: "http",
    errors: httpErrors.definitions,
    options: HttpOptions,
    navItems: settings.apiReference ? [{ label: "API reference", path: REFERENCE_PATH }] : [],
    start: async (host: Host) => {
      const counters = host.readOnly ? new OwnCounters() : new StoredCounters(host.get(STORAGE));
      const limits = rateLimitsOf(settings.rateLimit, counters, host.clock);
      const addresses = new ClientAddresses(settings.trustedProxies);
      const metrics = metricsOf(limits);
      const handler = handlerOf(
        host,
        { ...settings, strictTransportSecurity: settings.strictTransportSecurity ?? settings.tls !== undefined },
        limits,
        addresses,
        metrics,
      );
      const { clock, logger } = host;
      const connections = new ConnectionLimits({ perAddress: settings.connectionsPerAddress, addresses, metrics, clock, logger });
      const listening = await listenOn(handler.node, settings, logger, connections, (address) =>
        limits === undefined ? [] : rateLimitHeaders(limits.general.take(addressKeyOf(plainAddress(address)))),
      );
      const exchange = limits === undefined ? undefined : new WindowExchange(limits.general, counters, host.clock, host.logger);
      exchange?.start();
      running = { handler, listening, exchange };
      host.logger.info("listening", { url: running.listening.url + settings.basePath });
    },
    stop: async () => {
      running?.handler.stop();
      await running?.listening.close(settings.stopTimeoutMs);
      await running?.exchange?.stop();
      running = undefined;
    },
  });
  return {
    ...plugin,
    server: {
      get url() {
        return listening().url + settings.basePath;
      },
      get port() {
        return listening().port;
      },
      get fingerprint() {
        return listening().fingerprint;
      },
    },
  };
}
