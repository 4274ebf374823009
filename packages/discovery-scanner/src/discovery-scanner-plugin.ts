import { definePlugin, type Plugin } from "@cadastre/inventory-core/scanning";
import { ConnectScanner } from "./connect-scanner.ts";
import { DiscoveryScannerOptions, settingsOf } from "./scan-settings.ts";

/**
 * Finds hosts, ports and services from this machine, without any right.
 * @throws VALIDATION_ERROR naming each option that is wrong
 *
 * @example
 * createInventory({ storage: sqlite("inventory.db"), plugins: [discoveryScannerPlugin()] })
 */
export function discoveryScannerPlugin(options: DiscoveryScannerOptions = {}): Plugin {
  const settings = settingsOf(options);
  return definePlugin({
    id: "discovery-scanner",
    options: DiscoveryScannerOptions,
    scanners: [new ConnectScanner(settings)],
  });
}
