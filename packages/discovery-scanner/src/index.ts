// The complete public surface of @cadastre/discovery-scanner. Named exports only.

export { discoveryScannerPlugin } from "./discovery-scanner-plugin.ts";
export { DiscoveryScannerOptions } from "./scan-settings.ts";

// What this machine has for scans, for a look before one
export { nmapUnavailable } from "./nmap/nmap-version.ts";
export { mayUseRawSockets } from "./programs/raw-sockets.ts";
export { type Tools, type ToolState, toolsHere } from "./tools/tools-here.ts";
