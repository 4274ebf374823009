import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Clock, createInventory, type Inventory, type Logger, type Plugin } from "@cadastre/inventory-core";
import { temporarySqlite } from "../../../../testing/sqlite-database.ts";
import { createHandler, type HandlerOptions, type HttpHandler } from "../../src/index.ts";
import { probePlugin } from "../support/probe-plugin.ts";

/** A server of somebody else, with our handler in it. */
export interface Embedded {
  readonly origin: string;
  readonly inventory: Inventory;
  readonly handler: HttpHandler;
  /** Lines of level warn and error. */
  readonly log: { readonly message: string; readonly fields: Readonly<Record<string, unknown>> | undefined }[];
  [Symbol.asyncDispose](): Promise<void>;
}

type Serve = (handler: HttpHandler, req: IncomingMessage & { body?: unknown }, res: ServerResponse) => Promise<void> | void;

/** Listens with a server of the application; limits are off unless asked for. @param serve what it does with a request */
export async function embed(
  serve: Serve,
  options: HandlerOptions & { readonly plugins?: readonly Plugin[]; readonly clock?: Clock } = {},
): Promise<Embedded> {
  const { plugins = [probePlugin], clock, ...settings } = options;
  const log: Embedded["log"] = [];
  const note = (message: string, fields?: Readonly<Record<string, unknown>>): void => void log.push({ message, fields });
  const logger: Logger = { debug() {}, info() {}, warn: note, error: note };
  const inventory = await createInventory({ storage: temporarySqlite(), plugins, logger, ...(clock === undefined ? {} : { clock }) });
  const handler = createHandler(inventory.host, { rateLimit: { enabled: false }, ...settings });
  const server = createServer((req, res) => void serve(handler, req, res)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    inventory,
    handler,
    log,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await inventory.close();
    },
  };
}

/** The whole body of a request, as a middleware reads it. */
export async function textOf(req: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of req.setEncoding("utf8")) text += chunk as string;
  return text;
}

/** Sends as the administrator of the probe plugin. */
export async function post(url: string, body: string, type = "application/json", headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(url, {
    method: "POST",
    body,
    headers: { authorization: "Bearer admin", "content-type": type, ...headers },
    signal: AbortSignal.timeout(3_000),
  });
}
