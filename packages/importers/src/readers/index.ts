// The readers of formats that programs other than the import use, too: @cadastre/importers/readers. Named exports only.

export { dnsmasqLeases } from "./dnsmasq-leases.ts";
export { iscLeases } from "./isc-leases.ts";
export { keaLeases } from "./kea-leases.ts";
export { type FileLease, isInfinite, type LeaseLine, type LeaseLineReader } from "./lease-line.ts";
export type { Line } from "./line.ts";
export { type NmapHost, type NmapPort, NmapReport, type NmapService } from "./nmap-report.ts";
