/** SNMPv2-MIB. */
export const SYSTEM = { description: "1.3.6.1.2.1.1.1.0", name: "1.3.6.1.2.1.1.5.0" } as const;

/** Columns of ifTable and ifXTable (IF-MIB), by ifIndex. */
export const INTERFACE = {
  description: "1.3.6.1.2.1.2.2.1.2",
  physicalAddress: "1.3.6.1.2.1.2.2.1.6",
  name: "1.3.6.1.2.1.31.1.1.1.1",
  alias: "1.3.6.1.2.1.31.1.1.1.18",
} as const;

/** dot3adAggPortAttachedAggID (IEEE8023-LAG-MIB): ifIndex of the aggregate, by that of the member. */
export const AGGREGATE_OF_MEMBER = "1.2.840.10006.300.43.1.2.1.1.13";

/** ipNetToMediaTable (RFC 4293, deprecated and in most devices): by ifIndex and the four numbers of an IPv4 address. */
export const IPV4_NEIGHBOUR = { hardware: "1.3.6.1.2.1.4.22.1.2", type: "1.3.6.1.2.1.4.22.1.4" } as const;
/** The type of invalidated entries, in both neighbour tables. */
export const INVALID_ENTRY = 2;

/** ipNetToPhysicalTable (RFC 4293): by ifIndex, the type of the address, its length and its octets. */
export const IP_NEIGHBOUR = {
  hardware: "1.3.6.1.2.1.4.35.1.4",
  type: "1.3.6.1.2.1.4.35.1.6",
  state: "1.3.6.1.2.1.4.35.1.7",
} as const;
/** Its states of entries to which nobody answered: invalid, incomplete. */
export const DEAD_STATES: readonly number[] = [5, 7];

/** BRIDGE-MIB and Q-BRIDGE-MIB (RFC 4188, RFC 4363). */
export const BRIDGE = {
  address: "1.3.6.1.2.1.17.1.1.0",
  /** ifIndex, by bridge port. */
  interfaceOfPort: "1.3.6.1.2.1.17.1.4.1.2",
} as const;

/** Columns of dot1dTpFdbTable (BRIDGE-MIB), by hardware address. */
export const FORWARDING = { port: "1.3.6.1.2.1.17.4.3.1.2", status: "1.3.6.1.2.1.17.4.3.1.3", indexLength: 6 } as const;
/** Columns of dot1qTpFdbTable (Q-BRIDGE-MIB), by VLAN database and hardware address. */
export const VLAN_FORWARDING = { port: "1.3.6.1.2.1.17.7.1.2.2.1.2", status: "1.3.6.1.2.1.17.7.1.2.2.1.3", indexLength: 7 } as const;
/** Their statuses of entries that place a host on a port: learned, mgmt. */
export const PLACED_STATUSES: readonly number[] = [3, 5];

/** LLDP-MIB (IEEE 802.1AB): remote systems by time, local port and a number; local ports by their number. */
export const LLDP = {
  chassisKind: "1.0.8802.1.1.2.1.4.1.1.4",
  chassis: "1.0.8802.1.1.2.1.4.1.1.5",
  portKind: "1.0.8802.1.1.2.1.4.1.1.6",
  port: "1.0.8802.1.1.2.1.4.1.1.7",
  portDescription: "1.0.8802.1.1.2.1.4.1.1.8",
  name: "1.0.8802.1.1.2.1.4.1.1.9",
  capabilities: "1.0.8802.1.1.2.1.4.1.1.12",
  /** Its index goes on with the kind, the length and the octets of a management address. */
  managementInterface: "1.0.8802.1.1.2.1.4.2.1.4",
  localPortKind: "1.0.8802.1.1.2.1.3.7.1.2",
  localPort: "1.0.8802.1.1.2.1.3.7.1.3",
} as const;

/** LLDP-V2-MIB (IEEE 802.1AB-2009): remote systems by time, ifIndex, destination address and a number. */
export const LLDP_V2 = {
  chassisKind: "1.3.111.2.802.1.1.13.1.4.1.1.5",
  chassis: "1.3.111.2.802.1.1.13.1.4.1.1.6",
  portKind: "1.3.111.2.802.1.1.13.1.4.1.1.7",
  port: "1.3.111.2.802.1.1.13.1.4.1.1.8",
  portDescription: "1.3.111.2.802.1.1.13.1.4.1.1.9",
  name: "1.3.111.2.802.1.1.13.1.4.1.1.10",
  capabilities: "1.3.111.2.802.1.1.13.1.4.1.1.13",
  managementInterface: "1.3.111.2.802.1.1.13.1.4.2.1.3",
} as const;

/** cdpCacheTable (CISCO-CDP-MIB): by ifIndex and a number. */
export const CDP = {
  address: "1.3.6.1.4.1.9.9.23.1.2.1.1.4",
  deviceId: "1.3.6.1.4.1.9.9.23.1.2.1.1.6",
  port: "1.3.6.1.4.1.9.9.23.1.2.1.1.7",
  platform: "1.3.6.1.4.1.9.9.23.1.2.1.1.8",
  capabilities: "1.3.6.1.4.1.9.9.23.1.2.1.1.9",
  name: "1.3.6.1.4.1.9.9.23.1.2.1.1.17",
  managementAddress: "1.3.6.1.4.1.9.9.23.1.2.1.1.20",
} as const;

/** vtpVlanTable (CISCO-VTP-MIB), by domain and VLAN; vmVlan (CISCO-VLAN-MEMBERSHIP-MIB): the VLAN of access ports, by ifIndex. */
export const VLAN = {
  state: "1.3.6.1.4.1.9.9.46.1.3.1.1.2",
  kind: "1.3.6.1.4.1.9.9.46.1.3.1.1.3",
  ofAccessPort: "1.3.6.1.4.1.9.9.68.1.2.2.1.2",
} as const;
