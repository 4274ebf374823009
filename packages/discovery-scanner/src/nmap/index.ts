// The complete public surface of @cadastre/discovery-scanner/nmap. Named exports only.

export { NmapScanner } from "./nmap-scanner.ts";
export { nmapScannerPlugin } from "./nmap-scanner-plugin.ts";
export { NmapScannerOptions } from "./nmap-settings.ts";
