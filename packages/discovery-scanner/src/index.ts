// The complete public surface of @cadastre/discovery-scanner. Named exports only.

export { discoveryScannerPlugin } from "./discovery-scanner-plugin.ts";
export { DiscoveryScannerOptions } from "./scan-settings.ts";
