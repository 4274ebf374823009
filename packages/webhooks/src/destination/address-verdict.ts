import { isIP } from "node:net";
import { specialRangeOf } from "@cadastre/inventory-core";

/**
 * Why nothing may be delivered to an address, in a few words ("a loopback address"); undefined when it may. Every special range is
 * refused, private ones are not among them. Addresses that embed an IPv4 address are judged by that one, too. What is no IP address
 * is refused.
 *
 * @param address in the spelling of inet_pton, without brackets
 */
export function blockedBecause(address: string): string | undefined {
  // A zone picks an interface of this machine, which no receiver needs.
  if (isIP(address) === 0 || address.includes("%")) return "not an IP address";
  const special = specialRangeOf(address);
  if (special === undefined) return undefined;
  return special.embedded ? `${special.range.reason} within an IPv6 address` : special.range.reason;
}
