import { definePlugin, LOGGER, type Plugin, provide, serviceToken } from "@cadastre/inventory-core";
import { PageHandler } from "./page-handler.ts";
import { PageSource } from "./page-source.ts";

const SOURCE = serviceToken<PageSource>("web-ui-page-source");
const PAGE = serviceToken<PageHandler>("web-ui-page");

export interface WebUiOptions {
  /** Begins to fetch the page at the start, and not when it is asked for first. From sources that is a build of half a minute. */
  readonly prepare?: boolean | undefined;
}

/**
 * Serves the web page at `/`. What it shows it gets from the HTTP interface, with the session of whoever looks at it: the
 * page can do nothing that a client cannot.
 *
 * @example
 * createInventory({ storage, plugins: [authPlugin(), webUiPlugin(), httpPlugin()] })
 */
export function webUiPlugin({ prepare = false }: WebUiOptions = {}): Plugin {
  return definePlugin({
    id: "web-ui",
    services: [provide(SOURCE, [LOGGER], (logger) => new PageSource(logger)), provide(PAGE, [SOURCE], (source) => new PageHandler(source))],
    rawHandlers: [PAGE],
    start: (host) => void (prepare && host.get(SOURCE).prepare()),
    stop: async (host) => await host.get(SOURCE).stop(),
  });
}
