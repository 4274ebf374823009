import { isIP } from "node:net";
import { specialRangeOf } from "@cadastre/inventory-core";
import ipaddr from "ipaddr.js";

/**
 * Whether an address is one of the public internet: no private, loopback, link-local or otherwise special one, no metadata service of a
 * cloud (which may have an address that looks public), and no IPv6 form that has an IPv4 address inside (mapped, compatible, NAT64, 6to4,
 * Teredo), whatever that address is.
 * @param text as the system resolved it
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes("%") || specialRangeOf(text) !== undefined) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  // Only 2000::/3 is given out for the internet (RFC 4291 §2.4); the rest is reserved or embeds something.
  return address.kind() === "ipv4" || ((address as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1;
}
