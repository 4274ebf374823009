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
/** Its type of an entry that was taken back. */
export const INVALID_ENTRY = 2;

/** ipNetToPhysicalTable (RFC 4293): by ifIndex, the type of the address, its length and its octets. */
export const IP_NEIGHBOUR = { hardware: "1.3.6.1.2.1.4.35.1.4", state: "1.3.6.1.2.1.4.35.1.7" } as const;
/** Its states of entries to which nobody answered: invalid, incomplete. */
export const DEAD_STATES: readonly number[] = [5, 7];

/** BRIDGE-MIB and Q-BRIDGE-MIB (RFC 4188, RFC 4363). */
export const BRIDGE = {
  address: "1.3.6.1.2.1.17.1.1.0",
  /** ifIndex, by bridge port. */
  interfaceOfPort: "1.3.6.1.2.1.17.1.4.1.2",
  /** Bridge port, by hardware address. */
  portOfAddress: "1.3.6.1.2.1.17.4.3.1.2",
  /** Bridge port, by VLAN database and hardware address. */
  portOfAddressInVlan: "1.3.6.1.2.1.17.7.1.2.2.1.2",
} as const;

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
