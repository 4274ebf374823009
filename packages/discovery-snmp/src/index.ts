// The complete public surface of @cadastre/discovery-snmp. Named exports only.

export { discoverySnmpPlugin } from "./discovery-snmp-plugin.ts";
export { DiscoverySnmpOptions } from "./snmp-options.ts";

// The scanner by itself, for devices that are known otherwise
export { SnmpTablesScanner, type SnmpTablesScannerParts, type SnmpTargets, type SnmpTargetSource } from "./snmp-tables-scanner.ts";
export type { AuthProtocol, PrivProtocol, SnmpCredentials, SnmpTarget } from "./session/snmp-target.ts";

// Operations, for servicesOf()
export { snmpDeviceOperations } from "./snmp.operations.ts";

// Records
export { SnmpDevice, SnmpDeviceCreate, SnmpDeviceUpdate, SnmpReading } from "./devices/snmp-device.ts";
export { HeardLink, LinkProposal, UnmatchedNeighbour } from "./links/link-proposal.ts";
