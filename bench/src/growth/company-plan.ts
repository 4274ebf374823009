import { type Base, ipv4 } from "../rows/address-text.ts";

/** Devices of one network. */
export const PER_NETWORK = 50;

/** Addresses of one device. */
export const PER_DEVICE = 3;

/** Places of one device in its network: one is left free behind its addresses, so that what is taken is in pieces. */
const STRIDE = PER_DEVICE + 1;

/** The first address of a pool in its network, and the first that a device has. */
export const FIRST_OFFSET = 10;

/** The last address of a pool in its network. */
export const LAST_OFFSET = 249;

/** Addresses of a network. */
const NETWORK_SIZE = 256;

/** Networks of one larger network. */
const PER_SITE = 256;

/** Most devices: as many as networks of a /8 hold. */
export const MAX_DEVICES: number = (2 ** 24 / NETWORK_SIZE) * PER_NETWORK;

/** Where everything lies. */
export const BASE: Base = ipv4(10);

/** Rows of the audit log and of the event log that each device has: it is created, and changed a few times. */
export interface CompanySize {
  readonly devices: number;
  /** How often each device was changed. */
  readonly changes: number;
}

/** @returns how many /24 so many devices need */
export const networksFor = (devices: number): number => Math.ceil(devices / PER_NETWORK);

/** @returns how many /16 so many devices need */
export const sitesFor = (devices: number): number => Math.ceil(networksFor(devices) / PER_SITE);

/** @returns the number of the /16 of a /24 */
export const siteOf = (network: number): number => Math.floor(network / PER_SITE);

/** @returns offsets of the addresses of a device from the beginning of the /8 */
export function offsetsOf(device: number): readonly number[] {
  const first = Math.floor(device / PER_NETWORK) * NETWORK_SIZE + FIRST_OFFSET + (device % PER_NETWORK) * STRIDE;
  return Array.from({ length: PER_DEVICE }, (_, at) => first + at);
}

/** @returns the subnet of a /24, by its number */
export const subnetOf = (network: number): string => `10.${siteOf(network)}.${network % PER_SITE}.0/24`;

/** @returns an address of a /24, by its number */
export const addressIn = (network: number, offset: number): string => `10.${siteOf(network)}.${network % PER_SITE}.${offset}`;
