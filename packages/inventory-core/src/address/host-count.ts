import { type AddressKey, distance } from "./address-key.ts";
import type { Cidr } from "./cidr.ts";

/** Addresses of a subnet that hosts may have, with h host bits: IPv4 /0–/30 2^h − 2, /31 2 (RFC 3021), /32 1; IPv6 2^h. */
export function usableHosts(cidr: Cidr): bigint {
  const all = distance(cidr.first, cidr.last);
  return cidr.family === 4 && cidr.prefixLength < 31 ? all - 2n : all;
}

/** Network and broadcast address of an IPv4 subnet shorter than /31, in this order; none otherwise. */
export function networkAndBroadcast(cidr: Cidr): AddressKey[] {
  return cidr.family === 4 && cidr.prefixLength < 31 ? [cidr.first, cidr.last] : [];
}

/**
 * Addresses of a subnet that are never handed out, in order: the network and broadcast address of IPv4, and of IPv6 the
 * subnet-router anycast address (RFC 4291 §2.6.1), which a subnet of point-to-point links does not have (RFC 6164).
 */
export function reservedKeys(cidr: Cidr): AddressKey[] {
  return cidr.family === 6 && cidr.prefixLength < 127 ? [cidr.first] : networkAndBroadcast(cidr);
}

/** A count for JSON: a number, or a decimal string above 2^53 − 1. */
export function toWireCount(count: bigint): number | string {
  return count > BigInt(Number.MAX_SAFE_INTEGER) ? count.toString() : Number(count);
}

/**
 * Percent of `total`, rounded half up to two decimals, exact at any size; never over 100, and 0 of nothing.
 * @example percentUsed(1n, 254n) is 0.39
 */
export function percentUsed(used: bigint, total: bigint): number {
  if (total === 0n) return 0;
  if (used >= total) return 100;
  return Number((used * 20_000n + total) / (total * 2n)) / 100;
}
