import { type Clock, createInventory, type Inventory, type Logger, type Plugin, type Storage } from "@cadastre/inventory-core";
import { temporarySqlite } from "../../../../testing/sqlite-database.ts";
import { type HttpOptions, httpPlugin } from "../../src/index.ts";
import { PROBES, probePlugin, type ProbeService } from "./probe-plugin.ts";
import { type CheckedFetch, checkedFetchOf } from "./schema-check.ts";

/** A server of the tests, on a free port. */
export interface TestServer {
  readonly url: string;
  readonly inventory: Inventory;
  readonly probes: ProbeService;
  /** Log lines of level warn and error. */
  readonly log: { readonly message: string; readonly fields: Readonly<Record<string, unknown>> | undefined }[];
  /** Fetches a path of the server; every answer is held against the document. As admin unless credentials are given. */
  readonly call: (path: string, init?: RequestInit & { as?: string | null }) => Promise<Response>;
  readonly fetch: CheckedFetch;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

interface StartOptions {
  readonly http?: HttpOptions;
  readonly storage?: Storage;
  readonly plugins?: readonly Plugin[];
  readonly clock?: Clock;
  readonly spoolFolder?: string;
  readonly spoolBytes?: number;
}

/** Starts an inventory with the probe plugin behind HTTP. Limits are off unless asked for. */
export async function startServer({ spoolFolder, spoolBytes, ...options }: StartOptions = {}): Promise<TestServer> {
  const log: TestServer["log"] = [];
  const note = (message: string, fields?: Readonly<Record<string, unknown>>): void => void log.push({ message, fields });
  const logger: Logger = { debug() {}, info() {}, warn: note, error: note };
  const limits = options.http?.rateLimit?.enabled ?? options.http?.rateLimit !== undefined;
  const http = httpPlugin({ port: 0, rateLimit: { enabled: false }, ...options.http });
  const inventory = await createInventory({
    storage: options.storage ?? temporarySqlite(),
    plugins: [probePlugin, ...(options.plugins ?? []), http],
    logger,
    spoolFolder,
    spoolBytes,
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  const { url } = http.server;
  const fetch = checkedFetchOf(inventory.host, { limits });
  const close = async (): Promise<void> => await inventory.close();
  return {
    url,
    inventory,
    probes: inventory.host.get(PROBES),
    log,
    fetch,
    call: async (path, { as = "admin", ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (as !== null) headers.set("authorization", `Bearer ${as}`);
      if (typeof init.body === "string" && !headers.has("content-type")) headers.set("content-type", "application/json");
      return await fetch(url + path, { ...init, headers });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The code of an error answer. */
export async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { code: string }).code;
}
