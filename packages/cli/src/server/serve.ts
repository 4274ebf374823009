import { SETUP, type SetupState } from "@cadastre/auth";
import { httpPlugin } from "@cadastre/http-h3";
import { createInventory, type Inventory, type Logger, type Plugin } from "@cadastre/inventory-core";
import { chooseDatabase, mustExist } from "../upkeep/database.ts";
import { chooseKeys } from "../upkeep/encryption-keys.ts";
import type { HostParts } from "../host/configuration.ts";
import { httpOptionsOf } from "../host/http-options.ts";
import { inventoryOptionsOf } from "../host/inventory-options.ts";
import { standardPlugins } from "../host/standard-plugins.ts";
import { createLogger } from "./logger.ts";
import { SettingsError } from "../settings/settings-error.ts";
import type { Settings } from "../settings/settings.ts";

/** A running server. */
export interface RunningServer {
  /** `http://127.0.0.1:8080`, without a slash at the end. */
  readonly url: string;
  /** What the data is in, without a password, and whether it is read-only. */
  readonly database: string;
  /** SHA-256 of a certificate that was made for this start, in hexadecimal pairs. */
  readonly fingerprint: string | undefined;
  /** Whether there are users, and how the first is made. */
  readonly setup: SetupState;
  readonly inventory: Inventory;
  /** Lets requests in flight finish, for some seconds, and closes the database. */
  stop(): Promise<void>;
}

/** What a start does beyond the settings. */
export interface ServeOptions {
  /** HTTPS on loopback with a certificate that is made at the start, where the settings name none. */
  readonly selfSigned?: boolean;
  /** Gets the page ready before anybody asks for it: from sources that takes a build. */
  readonly preparePage?: boolean;
}

/**
 * Starts the server that `cadastre serve` runs: the engine with its standard plugins, those that are given, and HTTP.
 * @param parts what a config file adds to the settings
 * @throws SettingsError when settings and parts do not fit; CommandFailure when READ_ONLY names a database that does not exist;
 * HTTP_LISTEN_FAILED, UNAVAILABLE when the database cannot be reached, DATABASE_TOO_NEW, MIGRATIONS_PENDING with READ_ONLY; most of them
 * as the `cause` of PLUGIN_START_FAILED
 *
 * @example
 * const server = await serve(readSettings(process.env));
 */
export async function serve(
  settings: Settings,
  logger: Logger = createLogger({ level: settings.LOG_LEVEL, format: settings.LOG_FORMAT }),
  parts: HostParts = {},
  { selfSigned = false, preparePage = false }: ServeOptions = {},
): Promise<RunningServer> {
  const http = httpPlugin({ ...httpOptionsOf(settings), selfSigned });
  const { without = [], plugins: own = [] } = parts;
  const plugins = [...(await standardPlugins(settings, without, own, preparePage)), ...own];
  checkScanner(settings, plugins);
  const readOnly = settings.READ_ONLY;
  if (readOnly && parts.storage === undefined) await mustExist(settings);
  const { storage, description } = await chooseDatabase(settings, parts.storage);
  const keyRing = chooseKeys(settings, readOnly ? "find" : "make", storage);
  const inventory = await createInventory({
    storage,
    plugins: [...plugins, http],
    logger,
    readOnly,
    ...(keyRing === undefined ? {} : { keyRing }),
    ...inventoryOptionsOf(settings),
  });
  return {
    url: http.server.url,
    database: readOnly ? `${description}, read-only` : description,
    fingerprint: http.server.fingerprint,
    // Who proves callers in another way makes no first administrator here.
    setup: without.includes("auth") && !own.some(({ id }) => id === "auth") ? { kind: "ready" } : inventory.host.get(SETUP).state,
    inventory,
    stop: async () => await inventory.close(),
  };
}

/** A name that no plugin has would only show at the first scan. @throws SettingsError */
function checkScanner({ DISCOVERY_ENABLED, DISCOVERY_SCANNER: wanted }: Settings, plugins: readonly Plugin[]): void {
  const ids = plugins.flatMap(({ scanners = [] }) => scanners.map(({ id }) => id));
  if (!DISCOVERY_ENABLED || wanted === undefined || ids.includes(wanted)) return;
  throw new SettingsError([
    `DISCOVERY_SCANNER is ${JSON.stringify(wanted)}, which no plugin provides: ` +
      `${ids.length === 0 ? "there are no scanners" : `available: ${ids.join(", ")}`}`,
  ]);
}
