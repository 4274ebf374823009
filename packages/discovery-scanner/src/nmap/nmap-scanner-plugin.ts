import { definePlugin, type Plugin } from "@cadastre/inventory-core/scanning";
import { NmapScanner } from "./nmap-scanner.ts";
import { NmapScannerOptions } from "./nmap-settings.ts";

/**
 * Finds hosts, ports and services by running nmap, where it is installed. Used for scans that name the scanner `nmap`.
 * @throws VALIDATION_ERROR naming each option that is wrong
 *
 * @example
 * createInventory({ storage: sqlite("inventory.db"), plugins: [discoveryScannerPlugin(), nmapScannerPlugin()] })
 */
export function nmapScannerPlugin(options: NmapScannerOptions = {}): Plugin {
  return definePlugin({ id: "nmap-scanner", options: NmapScannerOptions, scanners: [new NmapScanner(options)] });
}
